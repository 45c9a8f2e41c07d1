import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync } from "node:fs";
import path from "node:path";
import { WORDS_VERSION } from "~/i18n/words";
import { env } from "~/platform/env.server";
import { ModuleFault, type FaultCode } from "./module-fault";
import { listFolder } from "./module-files.server";
import { isBuiltIn } from "./shelf.server";
import { MARK } from "./text-layout";

const bibles = () => path.join(env.DATA_DIR, "bibles");
/** Where their texts are kept; it may be emptied at any time. */
export const cacheFolder = () => path.join(env.DATA_DIR, "cache", "bibles");
/** More than a parish has, and little enough to look at. */
const MOST = 40;

export type BibleFault = { name: string; code: FaultCode; detail: string };
export type FoundBible = { name: string; id: string; place: string; print: string };

/** What lies in DATA_DIR/bibles, by names, sizes and times alone. */
export function listBibles(): (FoundBible | BibleFault)[] {
  if (!existsSync(bibles())) return [];
  const names = readdirSync(bibles()).filter((name) => !name.startsWith("."));
  return names.slice(0, MOST).map((name) => {
    const id = name.replace(/\.zip$/i, "");
    try {
      const isTaken =
        isBuiltIn(id) || names.some((other) => other < name && other.replace(/\.zip$/i, "") === id);
      if (!/^[A-Za-z0-9][\w.-]{0,62}$/.test(id) || isTaken) throw new ModuleFault("bad_name");
      const place = path.join(bibles(), name);
      return { name, id, place, print: fingerprint(place) };
    } catch (error) {
      return error instanceof ModuleFault
        ? { name, code: error.code, detail: error.detail }
        : { name, code: "unreadable", detail: "" };
    }
  });
}

/** Of names, sizes and times; and of our own layout and tokeniser, so that a newer version reads everything again. */
function fingerprint(place: string): string {
  const stat = lstatSync(place);
  const parts = stat.isDirectory()
    ? listFolder(place)
    : [{ name: "", size: stat.size, changed: stat.mtimeMs }];
  if (!stat.isDirectory() && !stat.isFile()) throw new ModuleFault("unreadable");
  return createHash("sha256")
    .update(JSON.stringify([MARK, WORDS_VERSION, parts]))
    .digest("hex")
    .slice(0, 16);
}

export const cached = ({ id, print }: FoundBible, kind: "text" | "fault") =>
  path.join(cacheFolder(), `${id}-${print}.${kind}`);
