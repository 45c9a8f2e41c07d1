import type { ByteSource } from "~/platform/zip/read-zip.server";

/** An upload is kept in pieces of this many bytes; the last one may be shorter. */
export const UPLOAD_PIECE = 512 * 1024;
/** As many are remembered: the directory of an archive is read in steps of forty bytes. */
const REMEMBERED = 8;

/** A file of `size` bytes that is fetched piece by piece. What lies behind its end is not there. */
export function sourceOfPieces(size: number, fetch: (piece: number) => Promise<Uint8Array>): ByteSource {
  const remembered = new Map<number, Promise<Uint8Array>>();
  const pieceAt = (piece: number) => {
    const bytes = remembered.get(piece) ?? fetch(piece);
    remembered.delete(piece);
    remembered.set(piece, bytes);
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    return bytes;
  };
  return {
    size,
    read: async (at, length) => {
      const end = Math.min(size, at + length);
      const parts: Uint8Array[] = [];
      for (let from = at; from < end;) {
        const piece = Math.floor(from / UPLOAD_PIECE);
        const begins = piece * UPLOAD_PIECE;
        const until = Math.min(end, begins + UPLOAD_PIECE);
        parts.push((await pieceAt(piece)).subarray(from - begins, until - begins));
        from = until;
      }
      return Buffer.concat(parts);
    },
  };
}
