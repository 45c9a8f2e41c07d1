import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { MINUTE } from "~/domain/calendar/durations";
import { WORDS_VERSION } from "~/i18n/tokenizer";
import { runWorker } from "~/platform/concurrency.server";
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
/** Converted texts; the folder can be emptied at any time. */
const cacheFolder = () => path.join(env.DATA_DIR, "cache", "bibles");
const MAX_BIBLES = 40;

type BibleProblem = { name: string; code: ModuleErrorCode; detail: string };
type FoundBible = { name: string; id: string; place: string; print: string };

/** Lists DATA_DIR/bibles. Fingerprints derive from names, sizes and times, so that no file is read. */
function listBibles(): (FoundBible | BibleProblem)[] {
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

/** Includes the versions of file format and tokeniser, so that an upgrade converts every module again. */
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

/** Limits of one conversion. The largest translation takes some seconds and three hundred megabytes. */
const MAX_CONVERSION = { ms: 2 * MINUTE, megabytes: 700 };

async function convertModule(task: ConvertTask): Promise<ConvertAnswer> {
  const answer = await runWorker<ConvertAnswer>("convert-worker", task, MAX_CONVERSION);
  return answer ?? { ok: false, code: "too_large", detail: "" };
}

/** The operator's translations in DATA_DIR/bibles. Each is converted once; the text is cached under its fingerprint. */
const state = {
  problems: [] as BibleProblem[],
  registered: new Map<string, string>(),
  queue: Promise.resolve(),
};

export const bibleProblems = (): readonly { name: string; words: string }[] =>
  state.problems.map(({ name, code, detail }) => ({ name, words: describeModuleError(code, detail) }));

/**
 * Registers new translations and removes deleted ones. Cached texts are registered when it returns, others are converted in
 * the background. Called at the start and every minute.
 */
export function scanBiblesFolder(): void {
  const found = listBibles();
  const problems: BibleProblem[] = [];
  const missing: FoundBible[] = [];
  for (const bible of found) {
    if ("code" in bible) problems.push(bible);
    else if (state.registered.get(bible.id) !== bible.print && !registerCached(bible)) {
      const known = cachedProblem(bible);
      if (known) problems.push(known);
      else missing.push(bible);
    }
  }
  const byId = new Map(found.flatMap((bible) => ("id" in bible ? [[bible.id, bible]] : [])));
  for (const [id, print] of [...state.registered]) {
    if (byId.get(id)?.print === print) continue;
    state.registered.delete(id);
    unregisterTranslation(id);
  }
  setProblems(problems);
  if (missing.length > 0) state.queue = state.queue.then(() => convertAll(missing));
}

/**
 * Resolves when all pending modules are converted.
 * @internal Exported for tests.
 */
export const biblesReady = (): Promise<void> => state.queue;

/** Registers the cached text of a module. @returns false if there is none or it is damaged */
function registerCached(bible: FoundBible): boolean {
  const file = cached(bible, "text");
  if (!existsSync(file)) return false;
  try {
    registerTranslation(bible.id, openText(file));
    state.registered.set(bible.id, bible.print);
    return true;
  } catch {
    rmSync(file, { force: true });
    return false;
  }
}

function cachedProblem(bible: FoundBible): BibleProblem | undefined {
  try {
    const { code, detail } = JSON.parse(
      readFileSync(cached(bible, "fault"), "utf8"),
    ) as Partial<BibleProblem>;
    const known = MODULE_ERROR_CODES.find((one) => one === code);
    return known && { name: bible.name, code: known, detail: String(detail) };
  } catch {
    return undefined;
  }
}

async function convertAll(missing: readonly FoundBible[]): Promise<void> {
  mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 });
  for (const bible of missing) {
    if (state.registered.get(bible.id) === bible.print) continue;
    const started = performance.now();
    const result = await convertModule({ place: bible.place, id: bible.id, target: cached(bible, "text") });
    deleteOlderCaches(bible);
    if (result.ok && registerCached(bible)) {
      log.info("bible.read", { name: bible.name, ms: Math.round(performance.now() - started) });
      continue;
    }
    const { code, detail } = result.ok ? { code: "broken" as const, detail: "" } : result;
    writeFileSync(cached(bible, "fault"), JSON.stringify({ code, detail }), { mode: 0o600 });
    setProblems([...state.problems, { name: bible.name, code, detail }]);
  }
}

function deleteOlderCaches({ id, print }: FoundBible): void {
  for (const name of readdirSync(cacheFolder())) {
    const [, owner, other] = /^(.+)-([0-9a-f]{16})\.(?:text|fault)$/.exec(name) ?? [];
    if (owner === id && other !== print) rmSync(path.join(cacheFolder(), name), { force: true });
  }
}

/** Replaces the problems and logs the new ones. */
function setProblems(problems: BibleProblem[]): void {
  for (const { name, code, detail } of problems) {
    const isKnown = state.problems.some((other) => other.name === name && other.code === code);
    if (!isKnown) log.warn("bible.refused", { name, reason: describeModuleError(code, detail) });
  }
  state.problems = problems;
}
