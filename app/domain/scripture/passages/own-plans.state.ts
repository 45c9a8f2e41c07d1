import type { OwnPlan } from "~/domain/member/prayer";

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
let plans: ReadonlyMap<OwnPlan, ReadingPlan> = new Map();
let isInSomeText: (reference: string) => boolean = () => true;

export function setOwnPlans(next: ReadonlyMap<OwnPlan, ReadingPlan>, isHere: typeof isInSomeText): void {
  plans = next;
  isInSomeText = isHere;
}

export const ownPlan = (plan: OwnPlan): ReadingPlan | undefined => plans.get(plan);
export const ownPlans = (): [OwnPlan, ReadingPlan][] => [...plans];

/** Whether some text here has a passage. */
export const isThere = (reference: string): boolean => isInSomeText(reference);

/**
 * What a plan has for a day; undefined where it has no line for it. `day` counts from 0, and after its last day a plan
 * begins again.
 */
export function lineOf(plan: ReadingPlan, date: string, day: () => number): string | undefined {
  const { by, readings, last } = plan;
  if (by === "dates") return readings.get(date) ?? readings.get(date.slice(5));
  return readings.get(String((((day() % last) + last) % last) + 1));
}
