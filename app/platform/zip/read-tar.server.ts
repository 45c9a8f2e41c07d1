import { ZipError, type ByteSource, type ZipMember } from "./read-zip.server";

const BLOCK_BYTES = 512;
/** Bytes that `isTar` needs. */
export const TAR_HEADER_BYTES = BLOCK_BYTES;
/** Maximum size of a header that contains the long name of a member: GNU tar's, or the extended one of pax. */
const MAX_NAME_BYTES = 16 * 1024;

const textAt = (block: Buffer, from: number, to: number) => {
  const field = block.subarray(from, to);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end < 0 ? field.length : end);
};
const octalAt = (block: Buffer, from: number, to: number) => {
  const digits = textAt(block, from, to).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
};

/** Whether the bytes begin with the header of a tar member, by its checksum. */
export function isTar(bytes: Uint8Array): boolean {
  if (bytes.length < BLOCK_BYTES) return false;
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, BLOCK_BYTES);
  let sum = 8 * 0x20;
  for (const [at, byte] of block.entries()) if (at < 148 || at >= 156) sum += byte;
  return block[0] !== 0 && octalAt(block, 148, 156) === sum;
}

/**
 * Opens a tar archive by its headers; each file is read on demand. Links, devices and folders are left out.
 * @throws ZipError
 */
export async function openTar(
  source: ByteSource,
  maxFiles: number,
): Promise<{ files: ZipMember[]; close: () => void }> {
  const files: ZipMember[] = [];
  let name = "";
  let headers = 0;
  for (let at = 0; at + BLOCK_BYTES <= source.size;) {
    const block = await source.read(at, BLOCK_BYTES);
    // The end of an archive is a block of zeros.
    if (block[0] === 0) break;
    if (!isTar(block)) throw new ZipError("unreadable");
    // Twice the files, because a long name and each folder have a header of their own.
    if (++headers > 2 * maxFiles) throw new ZipError("too_many_files");
    const start = at + BLOCK_BYTES;
    const size = octalAt(block, 124, 136) ?? Infinity;
    if (start + size > source.size) throw new ZipError("unreadable");
    const type = textAt(block, 156, 157);
    if (type === "x" || type === "L") {
      if (size > MAX_NAME_BYTES) throw new ZipError("unreadable");
      name = nameIn(await source.read(start, size), type) || name;
    } else {
      if (type === "" || type === "0" || type === "7") {
        if (files.length === maxFiles) throw new ZipError("too_many_files");
        files.push(memberAt(source, name || nameOf(block), start, size));
      }
      // A global header (pax) may come between a long name and its member, so it leaves the name as it is.
      if (type !== "g") name = "";
    }
    at = start + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return { files, close: () => undefined };
}

function nameOf(block: Buffer): string {
  const prefix = textAt(block, 257, 262) === "ustar" ? textAt(block, 345, 500) : "";
  return prefix ? `${prefix}/${textAt(block, 0, 100)}` : textAt(block, 0, 100);
}

/** The name in a GNU long-name header ("L"), or the path in a pax header ("x"): "27 path=a/long/name.md\n". */
function nameIn(bytes: Buffer, type: "x" | "L"): string {
  if (type === "L") return textAt(bytes, 0, bytes.length);
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(bytes.toString("utf8"))?.[1] ?? "";
}

function memberAt(source: ByteSource, path: string, start: number, size: number): ZipMember {
  const name = path.replace(/^(?:\.\/)+/, "");
  if (/^\/|(?:^|\/)\.\.(?:\/|$)|\\|\0/.test(name)) throw new ZipError("bad_name");
  return {
    name,
    size,
    read: (maxBytes) => {
      if (size > maxBytes) return Promise.reject(new ZipError("too_large"));
      return source.read(start, size);
    },
  };
}
