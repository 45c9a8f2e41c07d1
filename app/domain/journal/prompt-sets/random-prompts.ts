import { CORE, LIBRARY, promptNamed, type Prompt } from "~/domain/journal/prompts/prompt-library";
import type { DaySlot } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";
import { DAILY_HABIT } from "./daily-habit/daily-habit";
import type { Flow } from "./flow-shape";
import type { Asked, PromptSetOf } from "./prompt-set";

/** One question of the library or of the person's own. */
function promptPage(slot: DaySlot, forDate: string, { id, text }: Prompt, passageRef: string): Flow {
  return {
    promptSet: "random_prompts",
    kind: "prompt",
    slot,
    forDate,
    title: slot === "morning" ? t("Morning reflection") : t("Evening reflection"),
    passageRef,
    promptIds: [id],
    steps: [],
    fields: [{ key: "answer", label: text, size: "medium" }],
  };
}

/** Without a question the quiet daily page is better than nothing. */
const page = (slot: DaySlot) => (asked: Asked) => {
  const { date, prompt, passage } = asked;
  return prompt ? promptPage(slot, date, prompt, passage()) : DAILY_HABIT[slot](asked);
};

/** One question, drawn from the library and from the person's own. */
export const RANDOM_PROMPTS: PromptSetOf<"random_prompts"> = {
  key: "random_prompts",
  name: t("Random Prompts"),
  text: t("One question at a time, from a large library."),
  notInPlan: null,
  inTable: {
    name: t("Random Prompts"),
    cell: ({ promptLibrary }) =>
      t("{count} questions, and your own", { count: (promptLibrary === "core" ? CORE : LIBRARY).length }),
  },
  parts: {
    answer: {
      name: t("A question from the library, a new one each day"),
      heading: t("Answer"),
      changes: true,
    },
  },
  kinds: { prompt: { name: t("Prompt") } },
  morning: page("morning"),
  evening: page("evening"),
  readsAlong: true,
  drawsPrompt: true,
  questionNamed: (id) => promptNamed(id)?.text,
};
