import { describeDates, describeSchedule, type Intention } from "~/domain/journal/prayers/intention";

/** An intention as pages show it: chosen field by field. */
export function shownIntention(intention: Intention, today: string) {
  const { id, name, line, came, rhythm, state, shared, version, laidOn } = intention;
  return {
    id,
    name,
    line,
    came,
    rhythm,
    state,
    shared,
    version,
    laidOn,
    coming: describeSchedule(intention, today),
    carried: describeDates(intention),
  };
}
export type ShownIntention = ReturnType<typeof shownIntention>;
