import { z } from "zod";
import { LIMITS } from "./content";

/** What `/journal/prompts` takes; each intent with its own fields. */
const text = z
  .string({ error: "Please write your question." })
  .trim()
  .min(3, "Please write your question.")
  .max(LIMITS.ownPrompt, `Please keep the question under ${LIMITS.ownPrompt} characters.`)
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
    title: "Your own questions rest for now",
    text: "Own questions belong to the Growth Plan and the Formation Plan. Nothing of them is lost.",
  },
  too_many: {
    title: "There is no room for more",
    text: "You have a hundred questions of your own. Please remove one first.",
  },
} as const;
