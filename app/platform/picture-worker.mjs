// Runs in a worker thread: what people send may be anything, and is decoded here alone.
import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";
import sharp from "sharp";

sharp.cache(false);
sharp.concurrency(1);
// Of the many kinds that the library reads, only those that we take: fewer doors for files that are made to do harm.
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

const MOST_PIXELS = 50_000_000;
const MOST_SECONDS = 10;

/** Upright, on white, at most so large, and without any metadata: the library leaves it out unless it is asked. */
const made = (input, side, quality) =>
  sharp(input, { limitInputPixels: MOST_PIXELS, failOn: "error", pages: 1, sequentialRead: true })
    .timeout({ seconds: MOST_SECONDS })
    .rotate()
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality })
    .toBuffer({ resolveWithObject: true });

/** How far decoding steps back behind people who read or write (nice, 0 to 19). */
const STEPS_BACK = 10;

/**
 * The library decodes in threads of its own, and on Linux each has a priority of its own. Elsewhere it would be the whole
 * program's. A machine that forbids it decodes beside the pages as it did.
 */
function stepBack() {
  try {
    for (const thread of readdirSync("/proc/self/task")) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, "utf8");
      if (name.startsWith("libvips")) setPriority(Number(thread), STEPS_BACK);
    }
  } catch {
    // A thread that has just ended, or a machine without such a folder: nothing depends on it.
  }
}

/**
 * @param {{ bytes: Uint8Array, side?: number }} job with a side, one picture of that size
 * @returns {Promise<{ large: Uint8Array, small: Uint8Array, width: number, height: number } | Uint8Array | null>}
 */
export default async function run({ bytes, side }) {
  // The threads come once there is something to decode, and leave when there is nothing.
  const stepping = process.platform === "linux" ? setInterval(stepBack, 10) : undefined;
  try {
    if (side) return (await made(bytes, side, 82)).data;
    const { data: large, info } = await made(bytes, 2400, 82);
    const { data: small } = await made(large, 480, 78);
    return { large, small, width: info.width, height: info.height };
  } catch {
    // What the library says of a file is about the file, and may hold words of it.
    return null;
  } finally {
    clearInterval(stepping);
  }
}
