import { openArchive, ZipError, type ZipMember } from "~/platform/zip/read-zip.server";

type Limits = { files: number; bytes: number };

/** Matches an archive at the top of another, which is how Notion packs an export in parts. */
const isNested = (name: string) => /^[^/]+\.zip$/i.test(name);

/**
 * Replaces the archives at the top of an archive by their files, in a folder with the name of their archive. `limits` are
 * the number of files in all, and the bytes of the archives, which are held in memory. A damaged archive stays, to be named
 * as left out. @throws ZipError
 */
export async function unpackNested(members: readonly ZipMember[], limits: Limits): Promise<ZipMember[]> {
  const unpacked: ZipMember[] = [];
  let bytes = limits.bytes;
  for (const member of members) {
    if (!isNested(member.name)) {
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
    const folder = member.name.replace(/\.zip$/i, "");
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
