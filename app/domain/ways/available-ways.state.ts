import advent from "~/content/ways/advent.yaml";
import beforePentecost from "~/content/ways/before-pentecost.yaml";
import decision from "~/content/ways/decision.yaml";
import eightWeeks from "~/content/ways/eight-weeks.yaml";
import grief from "~/content/ways/grief.yaml";
import lent from "~/content/ways/lent.yaml";
import yearLookedBackOn from "~/content/ways/year-looked-back-on.yaml";
import type { Way } from "./way";

/** The built-in ways in display order, by the id in their URL, which must never change. */
export const BUILT_IN_WAYS: Readonly<Record<string, Way>> = {
  advent,
  lent,
  "before-pentecost": beforePentecost,
  "eight-weeks": eightWeeks,
  grief,
  decision,
  "year-looked-back-on": yearLookedBackOn,
};

/** The ways written on this instance, as of the last scan of their folder. */
let customWays: ReadonlyMap<string, Way> = new Map();

export function setCustomWays(next: ReadonlyMap<string, Way>): void {
  customWays = next;
}

export const builtInWays = (): Way[] => Object.values(BUILT_IN_WAYS);
export const isBuiltInWay = (id: string): boolean => Object.hasOwn(BUILT_IN_WAYS, id);

export const findWay = (id: string): Way | undefined =>
  isBuiltInWay(id) ? BUILT_IN_WAYS[id] : customWays.get(id);

/** All ways by id, those of this instance first. */
export const availableWays = (): [string, Way][] => [...customWays, ...Object.entries(BUILT_IN_WAYS)];
