import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { LARGEST_WAY } from "./check-way.server";
import { WAY_ID } from "./way";
import type { WayFault } from "./way-fault";
import { isBuiltInWay } from "./ways-offered.state";

/** A file in DATA_DIR/ways as it is by its name, size and time alone. */
export type WayEntry = { name: string; print: string } & ({ id: string } | { fault: WayFault });

const ENDING = ".yaml";
/** More than a parish has. */
const MOST = 60;

const folder = () => path.join(env.DATA_DIR, "ways");
const placeOf = (id: string) => path.join(folder(), `${id}${ENDING}`);

/** What lies in DATA_DIR/ways; what begins with a dot was put aside. */
export function listWayFiles(): WayEntry[] {
  return namesIn(folder()).slice(0, MOST).map(entryOf);
}

function namesIn(place: string): string[] {
  try {
    return existsSync(place)
      ? readdirSync(place)
          .filter((name) => !name.startsWith("."))
          .sort()
      : [];
  } catch {
    return [];
  }
}

function entryOf(name: string): WayEntry {
  const id = name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : "";
  const refused = (fault: WayFault): WayEntry => ({ name, print: fault.code, fault });
  if (!WAY_ID.test(id)) return refused({ code: "bad_name" });
  if (isBuiltInWay(id)) return refused({ code: "taken" });
  const stat = lstatSync(path.join(folder(), name), { throwIfNoEntry: false });
  if (!stat?.isFile()) return refused({ code: "unreadable" });
  if (stat.size > LARGEST_WAY) return refused({ code: "too_large" });
  return { name, print: JSON.stringify([stat.size, stat.mtimeMs, stat.ino]), id };
}

/** The bytes of a way's file, which is measured first; undefined where there is none that can be read. */
export function readWayBytes(id: string): Buffer | undefined {
  if (!WAY_ID.test(id) || "fault" in entryOf(`${id}${ENDING}`)) return undefined;
  try {
    return readFileSync(placeOf(id));
  } catch {
    return undefined;
  }
}

/** Names the text of a file that was shown. */
export const printOf = (bytes: Buffer | undefined): string =>
  bytes ? createHash("sha256").update(bytes).digest("hex").slice(0, 16) : "";

/** Writes a way's file, whole or not at all. */
export function writeWayFile(id: string, bytes: Buffer): void {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  const aside = path.join(folder(), `.${id}.${process.pid}.part`);
  writeFileSync(aside, bytes, { mode: 0o600 });
  renameSync(aside, placeOf(id));
}

/** Puts a way's file aside: it is not offered any more, and still there for the operator. */
export function putAside(id: string): void {
  const at = now().toISOString().replace(/\D/g, "").slice(0, 14);
  renameSync(placeOf(id), path.join(folder(), `.${id}-${at}${ENDING}`));
}
