import { IMPORT_LIMITS } from "~/domain/portability/data-texts";
import type { ZipMember } from "~/platform/zip/read-zip.server";
import type { ArchiveView } from "./read-context";
import { sourceFile, type JsonBudget, type SourceFile } from "./source-file.server";

/** The visible files of an archive. Their bytes, also repeated ones, count against one limit. */
export function createArchive(members: readonly ZipMember[], budget: JsonBudget) {
  const byName = new Map(members.map((member) => [member.name, member]));
  const computed = new Map<string, unknown>();
  let remaining: number = IMPORT_LIMITS.zip.totalBytes;
  const open = async (member: ZipMember): Promise<SourceFile> => {
    const bytes = await member.read(Math.min(remaining, IMPORT_LIMITS.zip.fileBytes));
    remaining -= bytes.length;
    return sourceFile(member.name, bytes, budget);
  };
  const find = async (name: string) => {
    const member = byName.get(name);
    return member ? open(member) : null;
  };
  const view: ArchiveView = {
    names: members.map(({ name }) => name),
    readText: async (name) => (await find(name))?.text ?? null,
    readJson: async (name) => (await find(name))?.json,
    readBytes: async (name) => (await find(name))?.bytes ?? null,
    once: <T>(key: string, compute: () => T) => {
      if (!computed.has(key)) computed.set(key, compute());
      return computed.get(key) as T;
    },
  };
  return { view, open };
}
