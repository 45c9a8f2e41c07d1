import { addDays, weekdayOf } from "~/domain/calendar/local-day";
import type { FlowStep } from "~/domain/journal/prompt-sets/flow-shape";
import { CLOSING_PASSAGE, examen } from "~/domain/journal/prompt-sets/lectio-examen/examen";
import { lectio } from "~/domain/journal/prompt-sets/lectio-examen/lectio";
import { plannedPassage, seasonOn } from "~/domain/scripture/passages/passage-plan";
import { t } from "~/i18n/t";

/** A reflection to be read, without a place to write. */
export type GuideFlow = { title: string; passageRef: string; frameRef: string; steps: FlowStep[] };

/**
 * One morning of Lectio Divina and one evening of Examen for every week, to read on any plan.
 * The same from Sunday to Saturday, for everyone.
 */
export function guideOf(date: string, showSeason: boolean): { morning: GuideFlow; evening: GuideFlow } {
  // Monday represents its week: Sunday has its own evening.
  const monday = addDays(date, 1 - weekdayOf(date));
  const season = seasonOn(monday, showSeason);
  const passageRef = plannedPassage({ plan: "season", since: "", showSeason }, monday);
  const morning = lectio(0, monday, passageRef);
  const evening = examen(0, monday, season);
  return {
    morning: { title: morning.title, passageRef, frameRef: t("Psalm 46:10"), steps: morning.steps },
    evening: { title: evening.title, passageRef: "", frameRef: CLOSING_PASSAGE, steps: evening.steps },
  };
}
