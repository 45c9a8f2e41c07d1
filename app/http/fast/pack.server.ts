import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { doOthersWait } from "./few-at-once.server";
import type { Packing } from "./packings";

/** A shorter document would not travel faster for being packed. */
export const WORTH_PACKING = 1024;
/** What takes a millisecond is done at once: to hand it to another thread and back costs three times as much. */
const LONG = 128 * 1024;
/** An eighth fewer bytes for twice the time: while nobody waits for the processor, the way to the telephone is what takes long. */
const QUALITY = { quiet: { br: 5, gzip: 6 }, busy: { br: 3, gzip: 3 } };

const brotliAt = (quality: number, length: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
});

/** Packs a document for its way; a long one beside this thread. */
export async function pack(body: Buffer, packing: Packing): Promise<Buffer> {
  const { br, gzip: level } = doOthersWait() ? QUALITY.busy : QUALITY.quiet;
  if (body.length < LONG)
    return packing === "br" ? brotliCompressSync(body, brotliAt(br, body.length)) : gzipSync(body, { level });
  if (packing === "br") return promisify(brotliCompress)(body, brotliAt(br, body.length));
  return promisify<Buffer, { level: number }, Buffer>(gzip)(body, { level });
}
