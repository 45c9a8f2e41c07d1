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
import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { parsePlanPassage } from "~/domain/scripture/reading-plans/check-plan.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { decodeText } from "~/platform/untrusted-text";
import { builtInWays, isBuiltInWay, setCustomWays } from "./available-ways.state";
import { readWayText } from "./read-way-text.server";
import { WAY_ID, type Way, type WayDay } from "./way";
import { describeWayError, type WayError, type WayFile } from "./way-file";

/** Room for a hundred long days. Read no more than one byte over it. */
export const MAX_WAY_BYTES = 160_000;
/** A longer text is read in a separate thread: some texts take a hundred times as long as they look. */
const SHORT = 4_000;
const THREAD = { ms: 20_000, megabytes: 256 };
/** A reference takes most of a millisecond to read, and requests are answered meanwhile. */
const AT_ONCE = 10;

/** Reads a whole way, or says what is wrong with it, by line. */
export async function checkWay(bytes: Buffer): Promise<Way | { faults: WayError[] }> {
  if (bytes.length > MAX_WAY_BYTES) return { faults: [{ code: "too_large" }] };
  const text = decodeText(bytes);
  if (text === undefined) return { faults: [{ code: "not_text" }] };
  const file = text.length <= SHORT ? readWayText(text) : await readInThread(text);
  if ("faults" in file) return file;
  const faults: WayError[] = [];
  const days: WayDay[] = [];
  for (const [at, day] of file.way.days.entries()) {
    const passage = parsePlanPassage(day.passage);
    if ("code" in passage || !findPassage(passage.reference))
      faults.push({ code: "no_passage", line: file.passageLines[at], detail: day.passage.slice(0, 60) });
    else days.push({ ...day, passage: passage.reference });
    if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
  }
  return faults.length > 0 ? { faults } : { ...file.way, days };
}

async function readInThread(text: string): Promise<WayFile | { faults: WayError[] }> {
  const worker = new Worker(path.resolve(".prepare/workers/way-worker.js"), {
    env: {},
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: THREAD.megabytes, maxYoungGenerationSizeMb: 64 },
  });
  return new Promise<WayFile | { faults: WayError[] }>((resolve) => {
    const tooMuch = () => resolve({ faults: [{ code: "too_large" }] });
    const deadline = setTimeout(tooMuch, THREAD.ms);
    deadline.unref();
    worker.once("message", resolve).once("error", tooMuch).once("exit", tooMuch);
  }).finally(() => void worker.terminate());
}

/** A file in DATA_DIR/ways as it is by its name, size and time alone. */
export type WayEntry = { name: string; print: string } & ({ id: string } | { fault: WayError });

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
  const refused = (fault: WayError): WayEntry => ({ name, print: fault.code, fault });
  if (!WAY_ID.test(id)) return refused({ code: "bad_name" });
  if (isBuiltInWay(id)) return refused({ code: "taken" });
  const stat = lstatSync(path.join(folder(), name), { throwIfNoEntry: false });
  if (!stat?.isFile()) return refused({ code: "unreadable" });
  if (stat.size > MAX_WAY_BYTES) return refused({ code: "too_large" });
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
export const wayFileFingerprint = (bytes: Buffer | undefined): string =>
  bytes ? createHash("sha256").update(bytes).digest("hex").slice(0, 16) : "";

/** Writes a way's file, whole or not at all. */
export function writeWayFile(id: string, bytes: Buffer): void {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  const aside = path.join(folder(), `.${id}.${process.pid}.part`);
  writeFileSync(aside, bytes, { mode: 0o600 });
  renameSync(aside, placeOf(id));
}

/** Puts a way's file aside: it is not offered any more, and still there for the operator. */
export function archiveWayFile(id: string): void {
  const at = now().toISOString().replace(/\D/g, "").slice(0, 14);
  renameSync(placeOf(id), path.join(folder(), `.${id}-${at}${ENDING}`));
}

type Read = { id: string; print: string } & ({ way: Way } | { faults: WayError[] });

/** The house's own ways: what lies in DATA_DIR/ways. Each file is read once, and again when it changes. */
const state = {
  files: new Map<string, Read>(),
  said: [] as string[],
  working: Promise.resolve(),
};

export type RefusedWay = { name: string; id: string; faults: string[] };

/** The files that are not offered, each with what is wrong with it, by line. */
export function refusedWays(): RefusedWay[] {
  return [...state.files].flatMap(([name, file]) => {
    const faults = faultsOf(name, file);
    return faults.length > 0 ? [{ name, id: file.id, faults: faults.map(describeWayError) }] : [];
  });
}

/** The same for System health, a line for each. */
export const wayProblems = () =>
  refusedWays().map(({ name, faults }) => ({ name: `ways/${name}`, words: faults.join(" ") }));

/** Looks for new, changed and removed files, at intervals: a copied file needs no restart. Two looks never work at one time. */
export function scanWaysFolder(): Promise<void> {
  state.working = state.working.then(lookOnce);
  return state.working;
}

async function lookOnce(): Promise<void> {
  const found = listWayFiles();
  const names = new Set(found.map(({ name }) => name));
  for (const name of [...state.files.keys()]) if (!names.has(name)) state.files.delete(name);
  for (const file of found) {
    if (state.files.get(file.name)?.print !== file.print) state.files.set(file.name, await read(file));
  }
  offer();
}

async function read(file: WayEntry): Promise<Read> {
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

/** Two ways of one name cannot be told apart where one chooses: the first keeps it. */
function faultsOf(name: string, file: Read): WayError[] {
  if ("faults" in file) return file.faults;
  const called = ({ name: title }: Way) => title.toLowerCase();
  const earlier = [...state.files].flatMap(([other, read]) =>
    other < name && "way" in read ? [read.way] : [],
  );
  const isSame = [...builtInWays(), ...earlier].some((way) => called(way) === called(file.way));
  return isSame ? [{ code: "same_name", detail: file.way.name }] : [];
}

function offer(): void {
  const ways = [...state.files].flatMap(([name, file]) =>
    "way" in file && faultsOf(name, file).length === 0 ? [[file.id, file.way] as const] : [],
  );
  setCustomWays(new Map(ways.sort(([, a], [, b]) => a.name.localeCompare(b.name, "en"))));
  say();
}

/** A fault is one line of the log when it is met. */
function say(): void {
  const faults = refusedWays().map(({ name, faults: words }) => ({ name, reason: words.join(" ") }));
  const lines = faults.map((fault) => JSON.stringify(fault));
  for (const [at, fault] of faults.entries())
    if (!state.said.includes(lines[at] ?? "")) log.warn("way.refused", fault);
  state.said = lines;
}
