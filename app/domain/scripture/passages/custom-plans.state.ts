import type { CustomPlanKey } from "~/domain/member/prayer-settings";

/** A reading plan of the operator's: what is read each day. */
export type ReadingPlan = {
  name: string;
  description: string;
  /** The language of its name and description; empty where it is not said. */
  language: string;
  /** By dates ("2026-11-29", or "11-29" in any year), or by the days since someone began it ("1"). */
  by: "dates" | "days";
  readings: ReadonlyMap<string, string>;
  /** The last of its numbered days; 0 for dates. */
  last: number;
};

/**
 * The operator's reading plans as their files were when they were last looked at; kept here so that the plan of a day stays a
 * plain rule.
 */
let plans: ReadonlyMap<CustomPlanKey, ReadingPlan> = new Map();
let isInSomeText: (reference: string) => boolean = () => true;

export function setCustomPlans(
  next: ReadonlyMap<CustomPlanKey, ReadingPlan>,
  isHere: typeof isInSomeText,
): void {
  plans = next;
  isInSomeText = isHere;
}

export const customPlan = (plan: CustomPlanKey): ReadingPlan | undefined => plans.get(plan);
export const customPlans = (): [CustomPlanKey, ReadingPlan][] => [...plans];

/** Whether some text here has a passage. */
export const isPassageAvailable = (reference: string): boolean => isInSomeText(reference);

/**
 * What a plan has for a day; undefined where it has no line for it. `day` counts from 0, and after its last day a plan
 * begins again.
 */
export function planLineFor(plan: ReadingPlan, date: string, day: () => number): string | undefined {
  const { by, readings, last } = plan;
  if (by === "dates") return readings.get(date) ?? readings.get(date.slice(5));
  return readings.get(String((((day() % last) + last) % last) + 1));
}

/**
 * Passages that the operator reads something else for; kept here by the server as the library's changes are, so that
 * the plan stays a plain rule.
 */
let replacements: ReadonlyMap<string, string> = new Map();

export function setPassageOverrides(next: ReadonlyMap<string, string>): void {
  replacements = next;
}

/** What is read for a reference of the plan. */
export function effectiveReference(reference: string): string {
  return replacements.get(reference) ?? reference;
}
