import { z } from "zod";
import { OWN_PROMPT_LENGTH } from "~/domain/journal/prompts/own-prompt";
import { t } from "~/i18n/t";

/** What `/journal/prompts` takes; each intent with its own fields. */
const text = z
  .string({ error: t("Please write your question.") })
  .trim()
  .min(3, t("Please write your question."))
  .max(
    OWN_PROMPT_LENGTH,
    t("Please keep the question under {ownPrompt} characters.", { ownPrompt: OWN_PROMPT_LENGTH }),
  )
  .transform((value) => value.replace(/\s+/g, " "));
const slot = z.enum(["any", "morning", "evening"]).default("any");
const id = z.string().max(64);

export const OwnPromptFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), text, slot }),
  z.object({ intent: z.literal("edit"), id, text, slot }),
  z.object({ intent: z.enum(["on", "off", "remove", "use"]), id }),
]);

export const OWN_PROMPT_REFUSALS = {
  too_many: {
    title: t("There is no room for more"),
    text: t("You already have a hundred questions of your own. Please remove one first."),
  },
} as const;
