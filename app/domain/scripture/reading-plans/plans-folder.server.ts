import type { OwnPlan } from "~/domain/member/prayer";
import { bookByOsis } from "~/domain/scripture/bible/bible-books";
import { setOwnPlans, type ReadingPlan } from "~/domain/scripture/passages/own-plans.state";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { lastVersesOf } from "~/domain/scripture/translations/open-text.server";
import { translationIds, translationNamed } from "~/domain/scripture/translations/shelf.server";
import { t } from "~/i18n/t";
import { log } from "~/platform/log.server";
import { checkPlan, type CheckedPlan } from "./check-plan.server";
import { planFaultInWords } from "./plan-fault";
import {
  keepPlanFile,
  keptPlan,
  listPlans,
  readPlanBytes,
  type FoundPlan,
  type RefusedPlan,
} from "./plan-files.server";

/**
 * The operator's own reading plans: what lies in DATA_DIR/plans. Each is checked once, and what was found is kept in
 * DATA_DIR/cache/plans under the fingerprint of its file.
 */
const state = {
  faults: [] as RefusedPlan[],
  plans: new Map<OwnPlan, { print: string; books: string[]; plan: ReadingPlan }>(),
  working: Promise.resolve(),
};

/** What System health says of them: files that are refused, and books that no translation here has. */
export function planFaults(): { name: string; words: string }[] {
  const refused = state.faults.map(({ name, fault }) => ({ name, words: planFaultInWords(fault) }));
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
    const text = translationNamed(id)?.text;
    return text !== undefined && lastVersesOf(text, book) !== undefined;
  });
}

/** Adds new plans and drops removed ones; those not checked yet follow. Repeated, so that a copied file needs no restart. */
export function lookThroughPlans(): void {
  const faults: RefusedPlan[] = [];
  const missing: FoundPlan[] = [];
  const found = listPlans();
  const ids = new Set(found.flatMap((plan) => ("id" in plan ? [plan.id] : [])));
  for (const id of [...state.plans.keys()]) if (!ids.has(id)) take(id);
  for (const one of found) {
    if ("fault" in one) faults.push(one);
    else if (state.plans.get(one.id)?.print !== one.print) {
      take(one.id);
      const kept = keptPlan(one);
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
export const plansAreChecked = (): Promise<void> => state.working;

async function checkAll(missing: readonly FoundPlan[]): Promise<void> {
  for (const found of missing) {
    const { name, stem } = found;
    const bytes = readPlanBytes(found);
    const plan = bytes ? await checkPlan(bytes, stem) : { code: "unreadable" as const };
    // If it cannot be kept, it is checked again at the next start.
    if (bytes && !keepPlanFile(found, plan)) log.warn("plan.not_kept", { name });
    if ("code" in plan) say([...state.faults.filter((other) => other.name !== name), { name, fault: plan }]);
    else {
      offer(found, plan);
      log.info("plan.read", { name, readings: plan.readings.length });
    }
  }
}

function take(id: OwnPlan): void {
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
  setOwnPlans(new Map(plans), (reference) => findPassage(reference) !== undefined);
}

/** A fault is one line of the log when it is met, and one on system health as long as it lasts. */
function say(faults: RefusedPlan[]): void {
  for (const { name, fault } of faults) {
    const words = planFaultInWords(fault);
    const isKnown = state.faults.some((one) => one.name === name && planFaultInWords(one.fault) === words);
    if (!isKnown) log.warn("plan.refused", { name, reason: words });
  }
  state.faults = faults;
}
