import { LRUCache } from "lru-cache";

/** Bytes fetched on demand. `read` returns the part of the requested range that is within `size`. */
export type ByteSource = { size: number; read: (at: number, length: number) => Promise<Buffer> };

/** The size of a stored file's chunks; the last one may be shorter. */
export const FILE_CHUNK_BYTES = 512 * 1024;
/** The directory of an archive is read in steps of forty bytes, so the last chunks are cached. */
const MAX_CACHED_CHUNKS = 8;

/** A file of `size` bytes; `fetch` loads the chunk of an index. */
export function chunkedSource(size: number, fetch: (index: number) => Promise<Uint8Array>): ByteSource {
  const cache = new LRUCache<number, Promise<Uint8Array>>({ max: MAX_CACHED_CHUNKS, memoMethod: fetch });
  return {
    size,
    read: async (at, length) => {
      const end = Math.min(size, at + length);
      const parts: Uint8Array[] = [];
      for (let from = at; from < end;) {
        const index = Math.floor(from / FILE_CHUNK_BYTES);
        const start = index * FILE_CHUNK_BYTES;
        const until = Math.min(end, start + FILE_CHUNK_BYTES);
        parts.push((await cache.memo(index)).subarray(from - start, until - start));
        from = until;
      }
      return Buffer.concat(parts);
    },
  };
}
