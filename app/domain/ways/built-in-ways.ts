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
