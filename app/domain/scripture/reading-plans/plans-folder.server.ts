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
type PlanProblem = { name: string; fault: PlanError };

const folder = () => path.join(env.DATA_DIR, "plans");
/** Results of checks; the folder can be emptied at any time. */
const cacheFolder = () => path.join(env.DATA_DIR, "cache", "plans");
const MAX_PLANS = 40;
const MAX_PLAN_BYTES = 256_000;
/** Part of the fingerprint: increment when plans are parsed differently. */
const PARSER_VERSION = 1;

const stemOf = (name: string) => name.replace(/\.(?:txt|csv|tsv)$/i, "");

/** Lists DATA_DIR/plans. The fingerprint derives from name, size and time, so that no file is read. */
function listPlans(): (FoundPlan | PlanProblem)[] {
  if (!existsSync(folder())) return [];
  const names = namesIn(folder()).filter((name) => !name.startsWith("."));
  return names.slice(0, MAX_PLANS).map((name): FoundPlan | PlanProblem => {
    const [stem, place] = [stemOf(name), path.join(folder(), name)];
    const id = `own:${stem}` as const;
    const isTaken = names.some((other) => other < name && stemOf(other) === stem);
    if (stem === name || !isCustomPlanKey(id) || isTaken) return { name, fault: { code: "bad_name" } };
    const stat = lstatSync(place, { throwIfNoEntry: false });
    if (!stat?.isFile()) return { name, fault: { code: "unreadable" } };
    if (stat.size > MAX_PLAN_BYTES) return { name, fault: { code: "too_large" } };
    const facts = JSON.stringify([PARSER_VERSION, name, stat.size, stat.mtimeMs, stat.ino]);
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

function readPlanBytes({ place }: FoundPlan): Buffer | undefined {
  try {
    return readFileSync(place);
  } catch {
    return undefined;
  }
}

const cached = ({ stem, print }: FoundPlan) => path.join(cacheFolder(), `${stem}-${print}.json`);

/** The cached result of checking the same file. */
function cachedPlan(found: FoundPlan): CheckedPlan | PlanError | undefined {
  try {
    const result = JSON.parse(readFileSync(cached(found), "utf8")) as CheckedPlan | PlanError;
    return "code" in result || Array.isArray(result.readings) ? result : undefined;
  } catch {
    return undefined;
  }
}

/** Caches a result by atomic rename and deletes results of older versions of the file. @returns false if writing failed */
function cachePlan(found: FoundPlan, plan: CheckedPlan | PlanError): boolean {
  try {
    mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 });
    for (const name of namesIn(cacheFolder()))
      if (/^(.+)-[0-9a-f]{16}\.json$/.exec(name)?.[1] === found.stem)
        rmSync(path.join(cacheFolder(), name), { force: true });
    const temporary = `${cached(found)}.${process.pid}.part`;
    writeFileSync(temporary, JSON.stringify(plan), { mode: 0o600 });
    renameSync(temporary, cached(found));
    return true;
  } catch {
    return false;
  }
}

/** The operator's plans in DATA_DIR/plans. Each file is checked once; the result is cached under its fingerprint. */
const state = {
  problems: [] as PlanProblem[],
  plans: new Map<CustomPlanKey, { print: string; books: string[]; plan: ReadingPlan }>(),
  queue: Promise.resolve(),
};

/** Problems for System health: rejected files, and books that no translation has. */
export function planProblems(): { name: string; words: string }[] {
  const rejected = state.problems.map(({ name, fault }) => ({ name, words: describePlanError(fault) }));
  const lacking = [...state.plans.values()].flatMap(({ books, plan: { name } }) => {
    const missing = books.filter((book) => !isInSomeText(book)).map((book) => bookByOsis(book)?.name ?? book);
    const words = t("No translation here has {books}. On those days the passage is the season’s.", {
      books: missing.join(", "),
    });
    return missing.length > 0 ? [{ name, words }] : [];
  });
  return [...rejected, ...lacking];
}

function isInSomeText(book: string): boolean {
  return translationIds().some((id) => {
    const text = findTranslation(id)?.text;
    return text !== undefined && lastVersesOf(text, book) !== undefined;
  });
}

/** Registers new plans and removes deleted ones; unchecked files are checked in the background. Called every minute. */
export function scanPlansFolder(): void {
  const problems: PlanProblem[] = [];
  const missing: FoundPlan[] = [];
  const found = listPlans();
  const ids = new Set(found.flatMap((plan) => ("id" in plan ? [plan.id] : [])));
  for (const id of [...state.plans.keys()]) if (!ids.has(id)) removePlan(id);
  for (const plan of found) {
    if ("fault" in plan) problems.push(plan);
    else if (state.plans.get(plan.id)?.print !== plan.print) {
      removePlan(plan.id);
      const result = cachedPlan(plan);
      if (!result) missing.push(plan);
      else if ("code" in result) problems.push({ name: plan.name, fault: result });
      else addPlan(plan, result);
    }
  }
  setProblems(problems);
  if (missing.length > 0) state.queue = state.queue.then(() => checkAll(missing));
}

/**
 * Resolves when all pending files are checked.
 * @internal Exported for tests.
 */
export const plansReady = (): Promise<void> => state.queue;

async function checkAll(missing: readonly FoundPlan[]): Promise<void> {
  for (const found of missing) {
    const { name, stem } = found;
    const bytes = readPlanBytes(found);
    const plan = bytes ? await checkPlan(bytes, stem) : { code: "unreadable" as const };
    // Without a cache the file is checked again at the next start.
    if (bytes && !cachePlan(found, plan)) log.warn("plan.not_kept", { name });
    if ("code" in plan)
      setProblems([...state.problems.filter((other) => other.name !== name), { name, fault: plan }]);
    else {
      addPlan(found, plan);
      log.info("plan.read", { name, readings: plan.readings.length });
    }
  }
}

function removePlan(id: CustomPlanKey): void {
  if (state.plans.delete(id)) publishPlans();
}

function addPlan({ id, print }: FoundPlan, { books, ...plan }: CheckedPlan): void {
  state.plans.set(id, { print, books, plan: { ...plan, readings: new Map(plan.readings) } });
  publishPlans();
}

/** Publishes the plans, sorted by name. */
function publishPlans(): void {
  const plans = [...state.plans].map(([id, { plan }]) => [id, plan] as const);
  plans.sort(([, a], [, b]) => a.name.localeCompare(b.name, "en"));
  setCustomPlans(new Map(plans), (reference) => findPassage(reference) !== undefined);
}

/** Replaces the problems and logs the new ones. */
function setProblems(problems: PlanProblem[]): void {
  for (const { name, fault } of problems) {
    const reason = describePlanError(fault);
    const isKnown = state.problems.some(
      (other) => other.name === name && describePlanError(other.fault) === reason,
    );
    if (!isKnown) log.warn("plan.refused", { name, reason });
  }
  state.problems = problems;
}
