// Runs in a worker thread: what people send may be anything, and is decoded here alone.
// A plain module, started by path, so that bundling cannot lose it.
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

/**
 * @param {{ bytes: Uint8Array, side?: number }} job with a side, one picture of that size
 * @returns {Promise<{ large: Uint8Array, small: Uint8Array, width: number, height: number } | Uint8Array | null>}
 */
export default async function run({ bytes, side }) {
  try {
    if (side) return (await made(bytes, side, 82)).data;
    const { data: large, info } = await made(bytes, 2400, 82);
    const { data: small } = await made(large, 480, 78);
    return { large, small, width: info.width, height: info.height };
  } catch {
    // What the library says of a file is about the file, and may hold words of it.
    return null;
  }
}
