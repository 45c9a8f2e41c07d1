import { LRUCache } from "lru-cache";

/** Bytes that lie somewhere else and are fetched when they are needed. `read` gives all of what is asked for that lies within `size`. */
export type ByteSource = { size: number; read: (at: number, length: number) => Promise<Buffer> };

/** A large file is kept in pieces of this many bytes; the last one may be shorter. */
export const FILE_CHUNK_BYTES = 512 * 1024;
/** As many are remembered: the directory of an archive is read in steps of forty bytes. */
const REMEMBERED = 8;

/** A file of `size` bytes that is fetched piece by piece. What lies behind its end is not there. */
export function chunkedSource(size: number, fetch: (piece: number) => Promise<Uint8Array>): ByteSource {
  const remembered = new LRUCache<number, Promise<Uint8Array>>({ max: REMEMBERED, memoMethod: fetch });
  return {
    size,
    read: async (at, length) => {
      const end = Math.min(size, at + length);
      const parts: Uint8Array[] = [];
      for (let from = at; from < end;) {
        const piece = Math.floor(from / FILE_CHUNK_BYTES);
        const begins = piece * FILE_CHUNK_BYTES;
        const until = Math.min(end, begins + FILE_CHUNK_BYTES);
        parts.push((await remembered.memo(piece)).subarray(from - begins, until - begins));
        from = until;
      }
      return Buffer.concat(parts);
    },
  };
}
