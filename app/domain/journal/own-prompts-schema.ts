import { z } from "zod";
import { ownPromptsSchemaWords } from "~/words/journal/own-prompts-schema";
import { LIMITS } from "./content";

/** What `/journal/prompts` takes; each intent with its own fields. */
const text = z
  .string({ error: ownPromptsSchemaWords.pleaseWriteYourQuestion })
  .trim()
  .min(3, ownPromptsSchemaWords.pleaseWriteYourQuestion)
  .max(LIMITS.ownPrompt, ownPromptsSchemaWords.pleaseKeepTheQuestion({ ownPrompt: LIMITS.ownPrompt }))
  .transform((value) => value.replace(/\s+/g, " "));
const slot = z.enum(["any", "morning", "evening"]).default("any");
const id = z.string().max(64);

export const OwnPromptSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), text, slot }),
  z.object({ intent: z.literal("edit"), id, text, slot }),
  z.object({ intent: z.enum(["on", "off", "remove", "use"]), id }),
]);

export const OWN_PROMPT_REFUSALS = {
  not_in_plan: {
    title: ownPromptsSchemaWords.yourOwnQuestionsRestForNow,
    text: ownPromptsSchemaWords.yourOwnQuestionsRestForNowText,
  },
  too_many: {
    title: ownPromptsSchemaWords.thereIsNoRoomForMore,
    text: ownPromptsSchemaWords.thereIsNoRoomForMoreText,
  },
} as const;
