import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { MINUTE } from "~/domain/calendar/durations";
import { WORDS_VERSION } from "~/i18n/tokenizer";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import type { ConvertAnswer, ConvertTask } from "./convert-worker.server";
import { listFolder } from "./module-files.server";
import { openText } from "./open-text.server";
import {
  describeModuleError,
  FORMAT_MAGIC,
  MODULE_ERROR_CODES,
  ModuleError,
  type ModuleErrorCode,
} from "./text-format.server";
import {
  isBuiltInTranslation,
  registerTranslation,
  unregisterTranslation,
} from "./translation-registry.server";

const bibles = () => path.join(env.DATA_DIR, "bibles");
/** Where their texts are kept; it may be emptied at any time. */
const cacheFolder = () => path.join(env.DATA_DIR, "cache", "bibles");
/** More than a parish has, and little enough to look at. */
const MAX_BIBLES = 40;

type BibleFault = { name: string; code: ModuleErrorCode; detail: string };
type FoundBible = { name: string; id: string; place: string; print: string };

/** What lies in DATA_DIR/bibles, by names, sizes and times alone. */
function listBibles(): (FoundBible | BibleFault)[] {
  if (!existsSync(bibles())) return [];
  const names = readdirSync(bibles()).filter((name) => !name.startsWith("."));
  return names.slice(0, MAX_BIBLES).map((name) => {
    const id = name.replace(/\.zip$/i, "");
    try {
      const isTaken =
        isBuiltInTranslation(id) ||
        names.some((other) => other < name && other.replace(/\.zip$/i, "") === id);
      if (!/^[A-Za-z0-9][\w.-]{0,62}$/.test(id) || isTaken) throw new ModuleError("bad_name");
      const place = path.join(bibles(), name);
      return { name, id, place, print: fingerprint(place) };
    } catch (error) {
      return error instanceof ModuleError
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
  if (!stat.isDirectory() && !stat.isFile()) throw new ModuleError("unreadable");
  return createHash("sha256")
    .update(JSON.stringify([FORMAT_MAGIC, WORDS_VERSION, parts]))
    .digest("hex")
    .slice(0, 16);
}

const cached = ({ id, print }: FoundBible, kind: "text" | "fault") =>
  path.join(cacheFolder(), `${id}-${print}.${kind}`);

/** What one translation may cost: the largest takes some seconds and three hundred megabytes. */
const MAX_CONVERSION = { ms: 2 * MINUTE, megabytes: 700 };

/** Reads a module in a separate thread, because it may hold anything, and the server must answer meanwhile. */
async function convertModule(task: ConvertTask): Promise<ConvertAnswer> {
  const worker = new Worker(path.resolve(".prepare/workers/convert-worker.js"), {
    env: {},
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_CONVERSION.megabytes, maxYoungGenerationSizeMb: 64 },
  });
  return new Promise<ConvertAnswer>((resolve) => {
    const tooLarge = () => resolve({ ok: false, code: "too_large", detail: "" });
    const deadline = setTimeout(tooLarge, MAX_CONVERSION.ms);
    deadline.unref();
    worker.once("message", resolve).once("error", tooLarge).once("exit", tooLarge);
  }).finally(() => void worker.terminate());
}

/**
 * The operator's own translations: what lies in DATA_DIR/bibles, each read once into a file of ours in
 * DATA_DIR/cache/bibles that carries the fingerprint of what it was made from. A start looks at names, sizes and times only.
 */
const state = { faults: [] as BibleFault[], shelved: new Map<string, string>(), working: Promise.resolve() };

export const bibleProblems = (): readonly { name: string; words: string }[] =>
  state.faults.map(({ name, code, detail }) => ({ name, words: describeModuleError(code, detail) }));

/**
 * Adds new translations and drops removed ones; the ready ones are there when it returns, and the rest follows. Repeated,
 * so that a copied file needs no restart.
 */
export function scanBiblesFolder(): void {
  const found = listBibles();
  const faults: BibleFault[] = [];
  const missing: FoundBible[] = [];
  for (const bible of found) {
    if ("code" in bible) faults.push(bible);
    else if (state.shelved.get(bible.id) !== bible.print && !isReady(bible)) {
      const known = knownFault(bible);
      if (known) faults.push(known);
      else missing.push(bible);
    }
  }
  const there = new Map(found.flatMap((bible) => ("id" in bible ? [[bible.id, bible]] : [])));
  for (const id of [...state.shelved.keys()]) {
    if (there.has(id) && state.shelved.get(id) === there.get(id)?.print) continue;
    state.shelved.delete(id);
    unregisterTranslation(id);
  }
  say(faults);
  if (missing.length > 0) state.working = state.working.then(() => readAll(missing));
}

/**
 * For those who have to wait until everything has been read.
 * @internal Exported for tests.
 */
export const biblesReady = (): Promise<void> => state.working;

function isReady(bible: FoundBible): boolean {
  const file = cached(bible, "text");
  if (!existsSync(file)) return false;
  try {
    registerTranslation(bible.id, openText(file));
    state.shelved.set(bible.id, bible.print);
    return true;
  } catch {
    rmSync(file, { force: true });
    return false;
  }
}

function knownFault(bible: FoundBible): BibleFault | undefined {
  try {
    const { code, detail } = JSON.parse(readFileSync(cached(bible, "fault"), "utf8")) as Partial<BibleFault>;
    const known = MODULE_ERROR_CODES.find((one) => one === code);
    return known && { name: bible.name, code: known, detail: String(detail) };
  } catch {
    return undefined;
  }
}

async function readAll(missing: readonly FoundBible[]): Promise<void> {
  mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 });
  for (const bible of missing) {
    if (state.shelved.get(bible.id) === bible.print) continue;
    const began = performance.now();
    const answer = await convertModule({ place: bible.place, id: bible.id, target: cached(bible, "text") });
    forgetOlder(bible);
    if (answer.ok && isReady(bible)) {
      log.info("bible.read", { name: bible.name, ms: Math.round(performance.now() - began) });
      continue;
    }
    const { code, detail } = answer.ok ? { code: "broken" as const, detail: "" } : answer;
    writeFileSync(cached(bible, "fault"), JSON.stringify({ code, detail }), { mode: 0o600 });
    say([...state.faults, { name: bible.name, code, detail }]);
  }
}

function forgetOlder({ id, print }: FoundBible): void {
  for (const name of readdirSync(cacheFolder())) {
    const [, of, other] = /^(.+)-([0-9a-f]{16})\.(?:text|fault)$/.exec(name) ?? [];
    if (of === id && other !== print) rmSync(path.join(cacheFolder(), name), { force: true });
  }
}

/** A fault is one line of the log when it is met, and one on system health as long as it lasts. */
function say(faults: BibleFault[]): void {
  for (const fault of faults) {
    const isKnown = state.faults.some(({ name, code }) => name === fault.name && code === fault.code);
    if (!isKnown)
      log.warn("bible.refused", { name: fault.name, reason: describeModuleError(fault.code, fault.detail) });
  }
  state.faults = faults;
}
