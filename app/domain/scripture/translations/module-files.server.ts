import { lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { readZip, ZipError } from "~/platform/zip/read-zip.server";
import { ModuleError } from "./text-format.server";

/** Files of a module by their path. */
export type ModuleFiles = Map<string, Buffer>;

/** Ten times the largest known Bible. */
export const MODULE_LIMITS = {
  files: 2_000,
  fileBytes: 64_000_000,
  totalBytes: 160_000_000,
  zipBytes: 80_000_000,
};
const MAX_DEPTH = 8;

const isWanted = (name: string) =>
  /(^|\/)about\.json$|(^|\/)mods\.d\/[^/]+\.conf$|\/(ot|nt)\.[bcv]z[svz]$|\.(u?sfm|SFM|USFM)$/.test(name);

/** Reads the relevant files of a zip or folder, within MODULE_LIMITS. @throws ModuleError */
export async function readModuleFiles(source: string): Promise<ModuleFiles> {
  const stat = lstatSync(source);
  if (stat.isDirectory()) return fromFolder(source);
  if (stat.size > MODULE_LIMITS.zipBytes) throw new ModuleError("too_large");
  const files: ModuleFiles = new Map();
  try {
    for await (const { name, bytes } of readZip(readFileSync(source), MODULE_LIMITS, isWanted))
      files.set(name, bytes);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    if (error.code === "encrypted") throw new ModuleError("locked");
    throw new ModuleError(/^too_/.test(error.code) ? "too_large" : "unreadable");
  }
  return files;
}

function fromFolder(folder: string): ModuleFiles {
  const files: ModuleFiles = new Map();
  let remaining = MODULE_LIMITS.totalBytes;
  for (const { name, size } of listFolder(folder)) {
    if (!isWanted(name)) continue;
    remaining -= size;
    if (size > MODULE_LIMITS.fileBytes || remaining < 0) throw new ModuleError("too_large");
    files.set(name, readFileSync(path.join(folder, name)));
  }
  return files;
}

/** Lists the files below a folder without following links. @throws ModuleError */
export function listFolder(folder: string): { name: string; size: number; changed: number }[] {
  const found: { name: string; size: number; changed: number }[] = [];
  const pending = [""];
  for (let folderPath = pending.shift(); folderPath !== undefined; folderPath = pending.shift()) {
    for (const entry of readdirSync(path.join(folder, folderPath), { withFileTypes: true })) {
      const name = folderPath ? `${folderPath}/${entry.name}` : entry.name;
      if (entry.isDirectory() && name.split("/").length <= MAX_DEPTH) pending.push(name);
      if (!entry.isFile()) continue;
      const { size, mtimeMs } = lstatSync(path.join(folder, name));
      found.push({ name, size, changed: mtimeMs });
      if (found.length > MODULE_LIMITS.files) throw new ModuleError("too_large");
    }
  }
  return found;
}
