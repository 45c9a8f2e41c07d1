import { lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { readZip, ZipError } from "~/platform/zip/read-zip.server";
import { ModuleError } from "./text-format.server";

/** The files of a module by their names, with "/" between folders. */
export type ModuleFiles = Map<string, Buffer>;

/** The largest Bible of the field is a tenth of this. */
export const MODULE_LIMITS = {
  files: 2_000,
  fileBytes: 64_000_000,
  totalBytes: 160_000_000,
  zipBytes: 80_000_000,
};
const DEEPEST = 8;

const isWanted = (name: string) =>
  /(^|\/)about\.json$|(^|\/)mods\.d\/[^/]+\.conf$|\/(ot|nt)\.[bcv]z[svz]$|\.(u?sfm|SFM|USFM)$/.test(name);

/** What of a zip or a folder a Bible is read from, bounded before it is read. @throws ModuleFault */
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
  let left = MODULE_LIMITS.totalBytes;
  for (const { name, size } of listFolder(folder)) {
    if (!isWanted(name)) continue;
    left -= size;
    if (size > MODULE_LIMITS.fileBytes || left < 0) throw new ModuleError("too_large");
    files.set(name, readFileSync(path.join(folder, name)));
  }
  return files;
}

/** The files below a folder, links left alone. @throws ModuleFault where there are too many */
export function listFolder(folder: string): { name: string; size: number; changed: number }[] {
  const found: { name: string; size: number; changed: number }[] = [];
  const waiting = [""];
  for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
    for (const entry of readdirSync(path.join(folder, place), { withFileTypes: true })) {
      const name = place ? `${place}/${entry.name}` : entry.name;
      if (entry.isDirectory() && name.split("/").length <= DEEPEST) waiting.push(name);
      if (!entry.isFile()) continue;
      const { size, mtimeMs } = lstatSync(path.join(folder, name));
      found.push({ name, size, changed: mtimeMs });
      if (found.length > MODULE_LIMITS.files) throw new ModuleError("too_large");
    }
  }
  return found;
}
