import type { Prompt } from "~/domain/journal/prompts/prompt-library";
import type { DaySlot } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";
import type { Flow } from "./flow";

/** One question of the library or of the person's own. */
export function promptPage(slot: DaySlot, forDate: string, { id, text }: Prompt, passageRef: string): Flow {
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
