import { z } from "zod";
import { t } from "~/i18n/t";
import { COACH_LIMITS } from "./thread";

const messageField = z
  .string({ error: t("Please write something first.") })
  .trim()
  .max(
    COACH_LIMITS.message,
    t("Please keep it under {message} characters.", { message: COACH_LIMITS.message }),
  );

/** Form of `/coaches/:key`. */
export const StartSchema = z.object({
  intent: z.literal("start"),
  entry: z
    .array(z.string().max(64))
    .max(
      COACH_LIMITS.entries,
      t("Please choose at most {entries} entries.", { entries: COACH_LIMITS.entries }),
    )
    .default([]),
  message: messageField.default(""),
  passage: z.string().trim().max(80, t("Please enter one reference, such as John 15:4–8.")).default(""),
});

const message = messageField.min(1, t("Please write something first."));

/** Forms of `/coaches/threads/:id`. */
export const ThreadFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send"), message }),
  z.object({ intent: z.literal("offer"), offer: message }),
  z.object({
    intent: z.literal("preview"),
    message: messageField.default(""),
  }),
  z.object({
    intent: z.literal("consent"),
    host: z.string().max(300),
    message: z.string().max(COACH_LIMITS.message).default(""),
  }),
  z.object({ intent: z.enum(["answer", "withdraw", "delete"]) }),
  z.object({ intent: z.literal("keep"), id: z.string().max(64) }),
]);

/** Requests of the page's script: send a message for a streamed answer, or stop the answer. */
export const StreamSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send"), message }),
  z.object({ intent: z.literal("stop") }),
]);
