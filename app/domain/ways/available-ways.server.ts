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
import advent from "~/content/ways/advent.yaml";
import beforePentecost from "~/content/ways/before-pentecost.yaml";
import decision from "~/content/ways/decision.yaml";
import eightWeeks from "~/content/ways/eight-weeks.yaml";
import grief from "~/content/ways/grief.yaml";
import lent from "~/content/ways/lent.yaml";
import yearLookedBackOn from "~/content/ways/year-looked-back-on.yaml";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { parsePlanPassage } from "~/domain/scripture/reading-plans/check-plan.server";
import { now } from "~/platform/clock";
import { createYielder, runWorker } from "~/platform/concurrency.server";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { decodeText } from "~/platform/untrusted-text";
import { parseLocatedYaml } from "~/platform/yaml.server";
import { WAY_ID, type Way, type WayDay } from "./way";
import { describeWayError, readWayFile, type WayError, type WayFile } from "./way-file";

/** The built-in ways in display order, by the id in their URL, which must never change. */
export const BUILT_IN_WAYS: Readonly<Record<string, Way>> = {
  advent,
  lent,
  "before-pentecost": beforePentecost,
  "eight-weeks": eightWeeks,
  grief,
  decision,
  "year-looked-back-on": yearLookedBackOn,
};

/** The ways written on this instance, as of the last scan of their folder. */
let customWays: ReadonlyMap<string, Way> = new Map();

export function setCustomWays(next: ReadonlyMap<string, Way>): void {
  customWays = next;
}

const builtInWays = (): Way[] => Object.values(BUILT_IN_WAYS);
export const isBuiltInWay = (id: string): boolean => Object.hasOwn(BUILT_IN_WAYS, id);

export const findWay = (id: string): Way | undefined =>
  isBuiltInWay(id) ? BUILT_IN_WAYS[id] : customWays.get(id);

/** All ways by id, those of this instance first. */
export const availableWays = (): [string, Way][] => [...customWays, ...Object.entries(BUILT_IN_WAYS)];

/** Enough for a hundred long days. */
export const MAX_WAY_BYTES = 160_000;
/** A longer text is parsed in a worker, because a malicious one can take a hundred times as long as its size suggests. */
const MAX_INLINE_CHARACTERS = 4_000;
const WORKER_LIMITS = { ms: 20_000, megabytes: 256 };
/** Parses a way's file and checks its passages; `faults` are the errors by line. */
export async function checkWay(bytes: Buffer): Promise<Way | { faults: WayError[] }> {
  if (bytes.length > MAX_WAY_BYTES) return { faults: [{ code: "too_large" }] };
  const text = decodeText(bytes);
  if (text === undefined) return { faults: [{ code: "not_text" }] };
  const file =
    text.length <= MAX_INLINE_CHARACTERS ? readWayFile(parseLocatedYaml(text)) : await readInWorker(text);
  if ("faults" in file) return file;
  const faults: WayError[] = [];
  const days: WayDay[] = [];
  const pause = createYielder();
  for (const [at, day] of file.way.days.entries()) {
    await pause();
    const passage = parsePlanPassage(day.passage);
    if ("code" in passage || !findPassage(passage.reference))
      faults.push({ code: "no_passage", line: file.passageLines[at], detail: day.passage.slice(0, 60) });
    else days.push({ ...day, passage: passage.reference });
  }
  return faults.length > 0 ? { faults } : { ...file.way, days };
}

/** Whether the text is one passage of one book, and an installed translation has it. */
export function isKnownPassage(text: string): boolean {
  const passage = parsePlanPassage(text);
  return !("code" in passage) && findPassage(passage.reference) !== undefined;
}

async function readInWorker(text: string): Promise<WayFile | { faults: WayError[] }> {
  const file = await runWorker<WayFile | { faults: WayError[] }>("way-worker", text, WORKER_LIMITS);
  return file ?? { faults: [{ code: "too_large" }] };
}

/** Metadata of a file in DATA_DIR/ways. `print` is its fingerprint, which changes whenever the file does. */
type WayEntry = { name: string; print: string } & ({ id: string } | { fault: WayError });

const EXTENSION = ".yaml";
export const MAX_WAYS = 60;

const folder = () => path.join(env.DATA_DIR, "ways");
const pathOf = (id: string) => path.join(folder(), `${id}${EXTENSION}`);

/** Lists the files in DATA_DIR/ways. Names beginning with a dot are archived or temporary files. */
export function listWayFiles(): WayEntry[] {
  return namesIn(folder()).slice(0, MAX_WAYS).map(entryOf);
}

function namesIn(directory: string): string[] {
  try {
    return existsSync(directory)
      ? readdirSync(directory)
          .filter((name) => !name.startsWith("."))
          .sort()
      : [];
  } catch {
    return [];
  }
}

function entryOf(name: string): WayEntry {
  const id = name.endsWith(EXTENSION) ? name.slice(0, -EXTENSION.length) : "";
  const refused = (fault: WayError): WayEntry => ({ name, print: fault.code, fault });
  if (!WAY_ID.test(id)) return refused({ code: "bad_name" });
  if (isBuiltInWay(id)) return refused({ code: "taken" });
  const stat = lstatSync(path.join(folder(), name), { throwIfNoEntry: false });
  if (!stat?.isFile()) return refused({ code: "unreadable" });
  if (stat.size > MAX_WAY_BYTES) return refused({ code: "too_large" });
  return { name, print: JSON.stringify([stat.size, stat.mtimeMs, stat.ino]), id };
}

/** Reads a way's file after checking its size; undefined if there is no readable one. */
export function readWayBytes(id: string): Buffer | undefined {
  if (!WAY_ID.test(id) || "fault" in entryOf(`${id}${EXTENSION}`)) return undefined;
  try {
    return readFileSync(pathOf(id));
  } catch {
    return undefined;
  }
}

/** Identifies the text of a file, for optimistic locking; empty without a file. */
export const wayFileFingerprint = (bytes: Buffer | undefined): string =>
  bytes ? createHash("sha256").update(bytes).digest("hex").slice(0, 16) : "";

/** Writes a way's file atomically. */
export function writeWayFile(id: string, bytes: Buffer): void {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  const temporary = path.join(folder(), `.${id}.${process.pid}.part`);
  writeFileSync(temporary, bytes, { mode: 0o600 });
  renameSync(temporary, pathOf(id));
}

/** Renames a way's file, so that it is no longer offered but not lost. */
export function archiveWayFile(id: string): void {
  const at = now().toISOString().replace(/\D/g, "").slice(0, 14);
  renameSync(pathOf(id), path.join(folder(), `.${id}-${at}${EXTENSION}`));
}

/** Scans the folder, then returns a way as its file is now; undefined if the file has errors or does not exist. */
export async function readCheckedWay(id: string): Promise<Way | undefined> {
  await scanWaysFolder();
  const file = state.files.get(`${id}${EXTENSION}`);
  return file && "way" in file ? file.way : undefined;
}

type CheckedFile = { id: string; print: string } & ({ way: Way } | { faults: WayError[] });

/** The checked files by name, the logged errors, and the scan in progress. A file is checked again when it changes. */
const state = {
  files: new Map<string, CheckedFile>(),
  logged: [] as string[],
  scanning: Promise.resolve(),
};

type RefusedWay = { name: string; id: string; faults: string[] };

/** The rejected files with their errors. */
export function refusedWays(): RefusedWay[] {
  return [...state.files].flatMap(([name, file]) => {
    const faults = faultsOf(name, file);
    return faults.length > 0 ? [{ name, id: file.id, faults: faults.map(describeWayError) }] : [];
  });
}

/** The rejected files for System health. */
export const wayProblems = () =>
  refusedWays().map(({ name, faults }) => ({ name: `ways/${name}`, words: faults.join(" ") }));

/** Updates the ways after new, changed and removed files. Runs at intervals; concurrent scans run one after the other. */
export function scanWaysFolder(): Promise<void> {
  state.scanning = state.scanning.then(scanOnce);
  return state.scanning;
}

async function scanOnce(): Promise<void> {
  const found = listWayFiles();
  const names = new Set(found.map(({ name }) => name));
  for (const name of [...state.files.keys()]) if (!names.has(name)) state.files.delete(name);
  for (const file of found) {
    if (state.files.get(file.name)?.print !== file.print) state.files.set(file.name, await checkFile(file));
  }
  publish();
}

async function checkFile(file: WayEntry): Promise<CheckedFile> {
  const { print } = file;
  if ("fault" in file) return { id: "", print, faults: [file.fault] };
  const { id } = file;
  try {
    const bytes = readWayBytes(id);
    const checked = bytes ? await checkWay(bytes) : { faults: [{ code: "unreadable" as const }] };
    return { id, print, ...("faults" in checked ? checked : { way: checked }) };
  } catch (error) {
    log.error("way.not_read", error);
    return { id, print, faults: [{ code: "unreadable" }] };
  }
}

/** The errors of a file. Two ways must not have the same name, because lists of choices show only names. */
function faultsOf(name: string, file: CheckedFile): WayError[] {
  if ("faults" in file) return file.faults;
  const nameOf = ({ name: title }: Way) => title.toLowerCase();
  const earlier = [...state.files].flatMap(([other, checked]) =>
    other < name && "way" in checked ? [checked.way] : [],
  );
  const isSame = [...builtInWays(), ...earlier].some((way) => nameOf(way) === nameOf(file.way));
  return isSame ? [{ code: "same_name", detail: file.way.name }] : [];
}

function publish(): void {
  const ways = [...state.files].flatMap(([name, file]) =>
    "way" in file && faultsOf(name, file).length === 0 ? [[file.id, file.way] as const] : [],
  );
  setCustomWays(new Map(ways.sort(([, a], [, b]) => a.name.localeCompare(b.name, "en"))));
  logErrors();
}

/** Logs each error once, when it first occurs. */
function logErrors(): void {
  const faults = refusedWays().map(({ name, faults: words }) => ({ name, reason: words.join(" ") }));
  const lines = faults.map((fault) => JSON.stringify(fault));
  for (const [at, fault] of faults.entries())
    if (!state.logged.includes(lines[at] ?? "")) log.warn("way.refused", fault);
  state.logged = lines;
}
