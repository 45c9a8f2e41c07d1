import { t } from "~/i18n/t";
import { hashOf } from "~/domain/journal/prompts/shuffle";
import type { Flow, FlowField, FlowStep } from "./flow";
import {
  CARRY_QUESTIONS,
  CONTEMPLATIO_LINES,
  LECTIO_NAMES,
  MEDITATIO_QUESTIONS,
  ORATIO_QUESTIONS,
  PRESENCE,
  READING,
  STAYS_QUESTIONS,
  WORD_QUESTIONS,
  type LectioStep,
} from "./lectio-questions";

/** Lectio Divina in its movements. The questions turn through three variants, day by day. */
export function lectio(userId: number, forDate: string, passageRef: string): Flow {
  const variant = (hashOf(`${userId}|lectio|${forDate}`) % 3) as 0 | 1 | 2;
  const step = (key: LectioStep, lead: string, ...fields: FlowField[]): FlowStep => ({
    key,
    ...LECTIO_NAMES[key],
    lead,
    fields,
  });
  const steps = [
    step("still", PRESENCE[variant]),
    step("lectio", READING[variant], { key: "wordKept", label: WORD_QUESTIONS[variant], size: "line" }),
    step("meditatio", t("Stay with the word you have kept."), {
      key: "meditatio",
      label: MEDITATIO_QUESTIONS[variant],
      size: "medium",
    }),
    step("oratio", t("Now it is your turn to speak."), {
      key: "oratio",
      label: ORATIO_QUESTIONS[variant],
      size: "medium",
    }),
    step("contemplatio", CONTEMPLATIO_LINES[variant], {
      key: "contemplatio",
      label: STAYS_QUESTIONS[variant],
      optional: true,
      size: "line",
    }),
    step("carry", t("One small act is enough. You will see it again in the evening."), {
      key: "intention",
      label: CARRY_QUESTIONS[variant],
      optional: true,
      size: "line",
    }),
  ];
  return {
    promptSet: "lectio_examen",
    kind: "lectio",
    slot: "morning",
    forDate,
    title: t("Lectio Divina"),
    passageRef,
    promptIds: [`lectio.${variant + 1}`],
    steps,
    fields: steps.flatMap(({ fields }) => fields),
  };
}
