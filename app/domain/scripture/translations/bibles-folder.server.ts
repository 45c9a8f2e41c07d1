import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { log } from "~/platform/log.server";
import { cached, cacheFolder, listBibles, type BibleFault, type FoundBible } from "./bible-files.server";
import { convertModule } from "./convert-module.server";
import { FAULT_CODES, faultInWords } from "./module-fault";
import { openText } from "./open-text.server";
import { shelve, takeAway } from "./shelf.server";

/**
 * The operator's own translations: what lies in DATA_DIR/bibles, each read once into a file of ours in
 * DATA_DIR/cache/bibles that carries the fingerprint of what it was made from. A start looks at names, sizes and times only.
 */
const state = { faults: [] as BibleFault[], shelved: new Map<string, string>(), working: Promise.resolve() };

export const bibleFaults = (): readonly { name: string; words: string }[] =>
  state.faults.map(({ name, code, detail }) => ({ name, words: faultInWords(code, detail) }));

/**
 * Adds new translations and drops removed ones; the ready ones are there when it returns, and the rest follows. Repeated,
 * so that a copied file needs no restart.
 */
export function lookThroughBibles(): void {
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
    takeAway(id);
  }
  say(faults);
  if (missing.length > 0) state.working = state.working.then(() => readAll(missing));
}

/**
 * For those who have to wait until everything has been read.
 * @internal Exported for tests.
 */
export const biblesAreRead = (): Promise<void> => state.working;

function isReady(bible: FoundBible): boolean {
  const file = cached(bible, "text");
  if (!existsSync(file)) return false;
  try {
    shelve(bible.id, openText(file));
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
    const known = FAULT_CODES.find((one) => one === code);
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
      log.warn("bible.refused", { name: fault.name, reason: faultInWords(fault.code, fault.detail) });
  }
  state.faults = faults;
}
