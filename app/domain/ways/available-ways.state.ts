import advent from "~/content/ways/advent.yaml";
import beforePentecost from "~/content/ways/before-pentecost.yaml";
import decision from "~/content/ways/decision.yaml";
import eightWeeks from "~/content/ways/eight-weeks.yaml";
import grief from "~/content/ways/grief.yaml";
import lent from "~/content/ways/lent.yaml";
import type { Way } from "./way";

/** The built-in ways in the order of their page, each by the name in its address, which never changes. */
export const BUILT_IN_WAYS: Readonly<Record<string, Way>> = {
  advent,
  lent,
  "before-pentecost": beforePentecost,
  "eight-weeks": eightWeeks,
  grief,
  decision,
};

/** The house's own ways, as their files were when they were last looked at. */
let given: ReadonlyMap<string, Way> = new Map();

export function setCustomWays(next: ReadonlyMap<string, Way>): void {
  given = next;
}

export const builtInWays = (): Way[] => Object.values(BUILT_IN_WAYS);
export const isBuiltInWay = (id: string): boolean => Object.hasOwn(BUILT_IN_WAYS, id);

/** A way by the name in its address. */
export const findWay = (id: string): Way | undefined =>
  isBuiltInWay(id) ? BUILT_IN_WAYS[id] : given.get(id);

/** Every way that is here, the house's own first. */
export const availableWays = (): [string, Way][] => [...given, ...Object.entries(BUILT_IN_WAYS)];
