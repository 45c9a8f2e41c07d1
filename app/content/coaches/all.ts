import type { QuestionTree } from "~/domain/coaches/question-tree";
import type { CoachKey } from "~/domain/member/tiers";
import { DISCERN } from "./discern";
import { EXAMEN } from "./examen";
import { LISTENER } from "./listener";
import { READER } from "./reader";
import { RHYTHM } from "./rhythm";
import { WRITER } from "./writer";

/** The questions of every coach; they work wherever there is no model. */
export const TREES: Record<CoachKey, QuestionTree> = {
  rhythm: RHYTHM,
  listener: LISTENER,
  reader: READER,
  examen: EXAMEN,
  discern: DISCERN,
  writer: WRITER,
};
