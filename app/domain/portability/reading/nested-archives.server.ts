import { openArchive, type ZipMember } from "~/platform/zip/read-zip.server";

type Limits = { files: number; bytes: number };

/** Matches an archive at the top of another, which is how Notion packs an export in parts. */
const isNested = (name: string) => /^[^/]+\.zip$/i.test(name);

/**
 * Replaces the archives at the top of an archive by their files, in a folder with the name of their archive. `limits` are
 * the number of files in all, and the bytes of the archives, which are held in memory. @throws ZipError
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
    const { files } = await openArchive(archive, Math.max(0, limits.files - unpacked.length));
    const folder = member.name.replace(/\.zip$/i, "");
    for (const file of files) unpacked.push({ ...file, name: `${folder}/${file.name}` });
  }
  return unpacked;
}
