import { z } from "zod";
import { schemaWords } from "~/words/coaches/schema";
import { COACH_LIMITS } from "./thread";

/** What `/coaches/:key` takes to begin (contract section 3). */
export const StartSchema = z.object({
  intent: z.literal("start"),
  entry: z
    .array(z.string().max(64))
    .max(COACH_LIMITS.entries, schemaWords.pleaseChooseEntriesAtMost({ entries: COACH_LIMITS.entries }))
    .default([]),
  message: z
    .string()
    .trim()
    .max(COACH_LIMITS.message, schemaWords.pleaseKeepItUnderCharacters({ message: COACH_LIMITS.message }))
    .default(""),
  passage: z.string().trim().max(80, schemaWords.pleaseGiveOneReference).default(""),
});

const message = z
  .string({ error: schemaWords.pleaseWriteSomethingFirst })
  .trim()
  .min(1, schemaWords.pleaseWriteSomethingFirst)
  .max(COACH_LIMITS.message, schemaWords.pleaseKeepItUnderCharacters({ message: COACH_LIMITS.message }));

/** What `/coaches/threads/:id` takes; each intent with its own fields. */
export const ThreadSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send"), message }),
  z.object({ intent: z.literal("offer"), offer: message }),
  z.object({
    intent: z.literal("preview"),
    message: z
      .string()
      .trim()
      .max(COACH_LIMITS.message, schemaWords.pleaseKeepItUnderCharacters({ message: COACH_LIMITS.message }))
      .default(""),
  }),
  z.object({
    intent: z.literal("consent"),
    host: z.string().max(300),
    message: z.string().max(COACH_LIMITS.message).default(""),
  }),
  z.object({ intent: z.enum(["answer", "withdraw", "delete"]) }),
  z.object({ intent: z.literal("keep"), id: z.string().max(64) }),
]);

/** What script sends for an answer that comes piece by piece, and to stop it. */
export const StreamSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send"), message }),
  z.object({ intent: z.literal("stop") }),
]);
