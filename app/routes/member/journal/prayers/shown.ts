import { carriedInWords, comingInWords, type Intention } from "~/domain/prayers/intention";

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
    coming: comingInWords(intention, today),
    carried: carriedInWords(intention),
  };
}
export type ShownIntention = ReturnType<typeof shownIntention>;
