import type { CustomPlanKey } from "~/domain/member/prayer-settings";

/** A reading plan of the operator. */
export type ReadingPlan = {
  name: string;
  description: string;
  /** Language of name and description; empty if unknown. */
  language: string;
  /** Keys of `readings`: dates ("2026-11-29", or "11-29" for any year), or days since the start ("1"). */
  by: "dates" | "days";
  readings: ReadonlyMap<string, string>;
  /** Last numbered day; 0 for dates. */
  last: number;
};

/** The operator's plans. Process-wide, so that the plan of a day can be computed without reading files. */
let plans: ReadonlyMap<CustomPlanKey, ReadingPlan> = new Map();
let isInSomeText: (reference: string) => boolean = () => true;
/** `isAvailable` checks whether any translation has a passage. */
export function setCustomPlans(
  next: ReadonlyMap<CustomPlanKey, ReadingPlan>,
  isAvailable: typeof isInSomeText,
): void {
  plans = next;
  isInSomeText = isAvailable;
}

export const customPlan = (plan: CustomPlanKey): ReadingPlan | undefined => plans.get(plan);
export const customPlans = (): [CustomPlanKey, ReadingPlan][] => [...plans];

export const isPassageAvailable = (reference: string): boolean => isInSomeText(reference);

/** The line of a plan for a day; undefined if it has none. `day` counts from 0 and wraps around. */
export function planLineFor(plan: ReadingPlan, date: string, day: () => number): string | undefined {
  const { by, readings, last } = plan;
  if (by === "dates") return readings.get(date) ?? readings.get(date.slice(5));
  return readings.get(String((((day() % last) + last) % last) + 1));
}

/** The operator's replacements by original reference. */
let replacements: ReadonlyMap<string, string> = new Map();

export function setPassageOverrides(next: ReadonlyMap<string, string>): void {
  replacements = next;
}

export function effectiveReference(reference: string): string {
  return replacements.get(reference) ?? reference;
}
