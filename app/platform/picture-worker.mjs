// Picture worker: the only place that decodes untrusted image files.
import { readdirSync, readFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import sharp from "sharp";

sharp.cache(false);
sharp.concurrency(1);
// Only the accepted formats have a loader, which limits the attack surface.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadHeifBuffer",
  ],
});

const MAX_PIXELS = 50_000_000;
const TIMEOUT_SECONDS = 10;

/** Rotates upright, scales, flattens onto white and encodes as JPEG. sharp drops all metadata by default. */
const encode = (input, side, quality) =>
  sharp(input, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1, sequentialRead: true })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .rotate()
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality })
    .toBuffer({ resolveWithObject: true });

const DECODER_NICENESS = 10;

/** Lowers the priority of libvips' own threads, so that requests go first. Only Linux has a priority for each thread. */
function lowerPriority() {
  try {
    for (const thread of readdirSync("/proc/self/task")) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, "utf8");
      if (name.startsWith("libvips") && getPriority(Number(thread)) < DECODER_NICENESS)
        setPriority(Number(thread), DECODER_NICENESS);
    }
  } catch {
    // A thread has ended in between, or the system forbids a change of priority. Decoding does not depend on it.
  }
}

/**
 * @param {{ bytes: Uint8Array, side?: number }} job with `side`, the result is one picture of at most that size
 * @returns {Promise<{ large: Uint8Array, small: Uint8Array, width: number, height: number } | Uint8Array | null>}
 */
export default async function run({ bytes, side }) {
  // libvips starts its threads while it decodes, so their priority is set repeatedly.
  const timer = process.platform === "linux" ? setInterval(lowerPriority, 10) : undefined;
  try {
    if (side) return (await encode(bytes, side, 82)).data;
    const { data: large, info } = await encode(bytes, 2400, 82);
    const { data: small } = await encode(large, 480, 78);
    return { large, small, width: info.width, height: info.height };
  } catch {
    // The error is not logged: it may contain parts of the file.
    return null;
  } finally {
    clearInterval(timer);
  }
}
