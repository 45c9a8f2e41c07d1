import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { isCustomPlanKey, type CustomPlanKey } from "~/domain/member/prayer-settings";
import { bookByOsis } from "~/domain/scripture/bible/bible-books";
import { setCustomPlans, type ReadingPlan } from "~/domain/scripture/passages/custom-plans.state";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { lastVersesOf } from "~/domain/scripture/translations/open-text.server";
import { findTranslation, translationIds } from "~/domain/scripture/translations/translation-registry.server";
import { t } from "~/i18n/t";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { checkPlan, describePlanError, type CheckedPlan, type PlanError } from "./check-plan.server";

type FoundPlan = { name: string; stem: string; id: CustomPlanKey; place: string; print: string };
type RefusedPlan = { name: string; fault: PlanError };

const folder = () => path.join(env.DATA_DIR, "plans");
/** Where the results of checks are kept; it may be emptied at any time. */
const cacheFolder = () => path.join(env.DATA_DIR, "cache", "plans");
/** More than a parish has. */
const MOST = 40;
const MOST_BYTES = 256_000;
/** Raised whenever plans are read differently, so that all are read again. */
const READER = 1;

const stemOf = (name: string) => name.replace(/\.(?:txt|csv|tsv)$/i, "");

/** What lies in DATA_DIR/plans, by names, sizes and times alone. */
function listPlans(): (FoundPlan | RefusedPlan)[] {
  if (!existsSync(folder())) return [];
  const names = namesIn(folder()).filter((name) => !name.startsWith("."));
  return names.slice(0, MOST).map((name): FoundPlan | RefusedPlan => {
    const [stem, place] = [stemOf(name), path.join(folder(), name)];
    const id = `own:${stem}` as const;
    const isTaken = names.some((other) => other < name && stemOf(other) === stem);
    if (stem === name || !isCustomPlanKey(id) || isTaken) return { name, fault: { code: "bad_name" } };
    const stat = lstatSync(place, { throwIfNoEntry: false });
    if (!stat?.isFile()) return { name, fault: { code: "unreadable" } };
    if (stat.size > MOST_BYTES) return { name, fault: { code: "too_large" } };
    const facts = JSON.stringify([READER, name, stat.size, stat.mtimeMs, stat.ino]);
    const print = createHash("sha256").update(facts).digest("hex").slice(0, 16);
    return { name, stem, id, place, print };
  });
}

function namesIn(place: string): string[] {
  try {
    return readdirSync(place).sort();
  } catch {
    return [];
  }
}

/** The file of a plan, which was measured before; undefined where it cannot be read. */
function readPlanBytes({ place }: FoundPlan): Buffer | undefined {
  try {
    return readFileSync(place);
  } catch {
    return undefined;
  }
}

const cached = ({ stem, print }: FoundPlan) => path.join(cacheFolder(), `${stem}-${print}.json`);

/** What an earlier check of the same file found. */
function cachedPlan(found: FoundPlan): CheckedPlan | PlanError | undefined {
  try {
    const kept = JSON.parse(readFileSync(cached(found), "utf8")) as CheckedPlan | PlanError;
    return "code" in kept || Array.isArray(kept.readings) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all, in the place of what was found in an older file of its name; false where the disk refuses. */
function cachePlan(found: FoundPlan, plan: CheckedPlan | PlanError): boolean {
  try {
    mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 });
    for (const name of namesIn(cacheFolder()))
      if (/^(.+)-[0-9a-f]{16}\.json$/.exec(name)?.[1] === found.stem)
        rmSync(path.join(cacheFolder(), name), { force: true });
    const aside = `${cached(found)}.${process.pid}.part`;
    writeFileSync(aside, JSON.stringify(plan), { mode: 0o600 });
    renameSync(aside, cached(found));
    return true;
  } catch {
    return false;
  }
}

/**
 * The operator's own reading plans: what lies in DATA_DIR/plans. Each is checked once, and what was found is kept in
 * DATA_DIR/cache/plans under the fingerprint of its file.
 */
const state = {
  faults: [] as RefusedPlan[],
  plans: new Map<CustomPlanKey, { print: string; books: string[]; plan: ReadingPlan }>(),
  working: Promise.resolve(),
};

/** What System health says of them: files that are refused, and books that no translation here has. */
export function planProblems(): { name: string; words: string }[] {
  const refused = state.faults.map(({ name, fault }) => ({ name, words: describePlanError(fault) }));
  const lacking = [...state.plans.values()].flatMap(({ books, plan: { name } }) => {
    const missing = books.filter((book) => !isInSomeText(book)).map((book) => bookByOsis(book)?.name ?? book);
    const words = t("No translation here has {books}. On those days the passage is the season’s.", {
      books: missing.join(", "),
    });
    return missing.length > 0 ? [{ name, words }] : [];
  });
  return [...refused, ...lacking];
}

function isInSomeText(book: string): boolean {
  return translationIds().some((id) => {
    const text = findTranslation(id)?.text;
    return text !== undefined && lastVersesOf(text, book) !== undefined;
  });
}

/** Adds new plans and drops removed ones; those not checked yet follow. Repeated, so that a copied file needs no restart. */
export function scanPlansFolder(): void {
  const faults: RefusedPlan[] = [];
  const missing: FoundPlan[] = [];
  const found = listPlans();
  const ids = new Set(found.flatMap((plan) => ("id" in plan ? [plan.id] : [])));
  for (const id of [...state.plans.keys()]) if (!ids.has(id)) take(id);
  for (const one of found) {
    if ("fault" in one) faults.push(one);
    else if (state.plans.get(one.id)?.print !== one.print) {
      take(one.id);
      const kept = cachedPlan(one);
      if (!kept) missing.push(one);
      else if ("code" in kept) faults.push({ name: one.name, fault: kept });
      else offer(one, kept);
    }
  }
  say(faults);
  if (missing.length > 0) state.working = state.working.then(() => checkAll(missing));
}

/**
 * For those who have to wait until everything has been checked.
 * @internal Exported for tests.
 */
export const plansReady = (): Promise<void> => state.working;

async function checkAll(missing: readonly FoundPlan[]): Promise<void> {
  for (const found of missing) {
    const { name, stem } = found;
    const bytes = readPlanBytes(found);
    const plan = bytes ? await checkPlan(bytes, stem) : { code: "unreadable" as const };
    // If it cannot be kept, it is checked again at the next start.
    if (bytes && !cachePlan(found, plan)) log.warn("plan.not_kept", { name });
    if ("code" in plan) say([...state.faults.filter((other) => other.name !== name), { name, fault: plan }]);
    else {
      offer(found, plan);
      log.info("plan.read", { name, readings: plan.readings.length });
    }
  }
}

function take(id: CustomPlanKey): void {
  if (state.plans.delete(id)) tell();
}

function offer({ id, print }: FoundPlan, { books, ...plan }: CheckedPlan): void {
  state.plans.set(id, { print, books, plan: { ...plan, readings: new Map(plan.readings) } });
  tell();
}

/** In the order of their names, as a list shows them. */
function tell(): void {
  const plans = [...state.plans].map(([id, { plan }]) => [id, plan] as const);
  plans.sort(([, a], [, b]) => a.name.localeCompare(b.name, "en"));
  setCustomPlans(new Map(plans), (reference) => findPassage(reference) !== undefined);
}

/** A fault is one line of the log when it is met, and one on system health as long as it lasts. */
function say(faults: RefusedPlan[]): void {
  for (const { name, fault } of faults) {
    const words = describePlanError(fault);
    const isKnown = state.faults.some((one) => one.name === name && describePlanError(one.fault) === words);
    if (!isKnown) log.warn("plan.refused", { name, reason: words });
  }
  state.faults = faults;
}
