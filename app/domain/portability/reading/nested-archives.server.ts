import { openArchive, ZipError, type ZipMember } from "~/platform/zip/read-zip.server";

type Limits = { files: number; bytes: number };

/** Matches an archive at the top of another, which is how Notion packs an export in parts, and notes that are archives. */
const isNested = (name: string) => /^[^/]+\.zip$|\.(?:textpack|bear2bk)$/i.test(name);
/** An archive with nothing else to read can have its archives in a folder. */
const isArchive = (name: string) => /\.(?:zip|textpack|bear2bk)$/i.test(name);

/**
 * Replaces the archives in an archive by their files, in a folder with the name of their archive. `limits` are
 * the number of files in all, and the bytes of the archives, which are held in memory. A damaged archive stays, to be named
 * as left out. @throws ZipError
 */
export async function unpackNested(
  members: readonly ZipMember[],
  limits: Limits,
  isReadable: (name: string) => boolean,
): Promise<ZipMember[]> {
  const isUnpacked = members.some(({ name }) => isReadable(name) || isNested(name)) ? isNested : isArchive;
  const unpacked: ZipMember[] = [];
  let bytes = limits.bytes;
  for (const member of members) {
    if (!isUnpacked(member.name)) {
      unpacked.push(member);
      continue;
    }
    const archive = await member.read(bytes);
    bytes -= archive.length;
    const files = await filesIn(archive, Math.max(0, limits.files - unpacked.length));
    if (!files) {
      unpacked.push(member);
      continue;
    }
    const folder = member.name.replace(/\.[^./]*$/, "");
    for (const file of files) unpacked.push({ ...file, name: `${folder}/${file.name}` });
  }
  return unpacked;
}

async function filesIn(archive: Buffer, maxFiles: number): Promise<ZipMember[] | undefined> {
  try {
    return (await openArchive(archive, maxFiles)).files;
  } catch (error) {
    if (error instanceof ZipError && error.code === "unreadable") return undefined;
    throw error;
  }
}
