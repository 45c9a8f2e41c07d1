import type { SentFile } from "~/domain/portability/parsed-upload";
import { isWordDocument } from "~/platform/word-document.server";
import { isTar, openTar, TAR_HEADER_BYTES } from "~/platform/zip/read-tar.server";
import { openArchive, ZipError, type ByteSource, type ZipMember } from "~/platform/zip/read-zip.server";
import { isZip } from "./archive-files";
import { kindOfPackage } from "./file-kind";

/**
 * Opens an upload of several files like an archive of them. An archive among them is replaced by its files, in a folder
 * with its name; an unreadable one stays, to be named as left out. @throws ZipError
 */
export async function openSentFiles(
  sent: readonly SentFile[],
  source: ByteSource,
  maxFiles: number,
): Promise<{ files: ZipMember[]; close: () => void }> {
  const files: ZipMember[] = [];
  let start = 0;
  for (const file of sent) {
    const part = sliceOf(source, start, file.size);
    files.push(...(await membersOf(file, part, Math.max(0, maxFiles - files.length))));
    start += file.size;
  }
  return { files, close: () => undefined };
}

const sliceOf = (source: ByteSource, start: number, size: number): ByteSource => ({
  size,
  read: (at, length) => source.read(start + at, Math.max(0, Math.min(length, size - at))),
});

async function membersOf({ name, size }: SentFile, part: ByteSource, maxFiles: number): Promise<ZipMember[]> {
  const read = (maxBytes: number) =>
    size > maxBytes ? Promise.reject(new ZipError("too_large")) : part.read(0, size);
  const whole = [{ name, size, read }];
  const head = await part.read(0, TAR_HEADER_BYTES);
  const open = isZip(head) ? openArchive : isTar(head) ? openTar : undefined;
  if (!open) return whole;
  try {
    const { files } = await open(part, maxFiles);
    const names = files.map((file) => file.name);
    if (isWordDocument(names) || kindOfPackage(names)) return whole;
    const folder = name.replace(/\.[^.]*$/, "");
    return files.map((file) => ({ ...file, name: `${folder}/${file.name}` }));
  } catch (error) {
    if (error instanceof ZipError && error.code === "unreadable") return whole;
    throw error;
  }
}
