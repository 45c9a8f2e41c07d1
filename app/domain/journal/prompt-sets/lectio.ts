import LECTIO from "~/content/questions/lectio.yaml";
import { daysBetween } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";
import type { Flow, FlowField, FlowStep } from "./flow";
import { LECTIO_NAMES, type LectioStep } from "./lectio-questions";

const EPOCH = "2024-01-01";
const around = (list: readonly string[], at: number) =>
  list[((at % list.length) + list.length) % list.length] ?? "";

/** Which questions a day has. What was begun keeps its own. */
function turnOf(userId: number, date: string, begun: string | undefined): number {
  const known = /^lectio\.(\d{1,2})$/.exec(begun ?? "")?.[1];
  const count = LECTIO.word.length;
  return known
    ? (Number(known) - 1) % count
    : (((daysBetween(EPOCH, date) + userId) % count) + count) % count;
}

/** Lectio Divina in its movements. Its questions change daily, and each returns after twenty-four days. */
export function lectio(userId: number, forDate: string, passageRef: string, begun?: string): Flow {
  const variant = turnOf(userId, forDate, begun);
  const step = (key: LectioStep, lead: string, ...fields: FlowField[]): FlowStep => ({
    key,
    ...LECTIO_NAMES[key],
    lead,
    fields,
  });
  const steps = [
    step("still", around(LECTIO.presence, variant)),
    step("lectio", around(LECTIO.reading, variant), {
      key: "wordKept",
      label: around(LECTIO.word, variant),
      size: "line",
    }),
    step("meditatio", t("Stay with the word you have kept."), {
      key: "meditatio",
      label: around(LECTIO.meditatio, variant),
      size: "medium",
    }),
    step("oratio", t("Now it is your turn to speak."), {
      key: "oratio",
      label: around(LECTIO.oratio, variant),
      size: "medium",
    }),
    step("contemplatio", around(LECTIO.contemplatio, variant), {
      key: "contemplatio",
      label: around(LECTIO.stays, variant),
      optional: true,
      size: "line",
    }),
    step("carry", t("One small act is enough. You will see it again in the evening."), {
      key: "intention",
      label: around(LECTIO.carry, variant),
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
