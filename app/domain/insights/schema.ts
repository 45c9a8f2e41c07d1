import { z } from "zod";
import { isDay } from "~/domain/calendar/local-day";
import { numberInWords } from "~/domain/calendar/locale";
import { TopicIntentSchema } from "~/domain/journal/conversation/schema";
import { CONTENT_LIMITS } from "~/domain/journal/entries/content";
import { t } from "~/i18n/t";
import { FEEDBACK } from "./insight";

/** What the forms of insights take. */
const USE_A_BUTTON = t("Please use one of the buttons on this page.");

/** The buttons of a week: `generate`, `feedback` and `delete`, `talk` and `untalk` for a line, and keeping its prayer as an entry. */
export const WeekSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("generate") }),
    z.object({ intent: z.literal("feedback"), feedback: z.enum(FEEDBACK, USE_A_BUTTON) }),
    z.object({ intent: z.literal("delete") }),
    TopicIntentSchema,
    z.object({
      intent: z.literal("keep"),
      prayer: z
        .string(t("Write a few words first."))
        .max(
          CONTENT_LIMITS.answer,
          t("Please keep this under {answer} characters.", { answer: numberInWords(CONTENT_LIMITS.answer) }),
        )
        .refine((text) => text.trim() !== "", t("Write a few words first.")),
    }),
  ],
  USE_A_BUTTON,
);

/** The same on the list, for the week it names; by default the last one that is over. */
const week = z.string().refine(isDay, USE_A_BUTTON).optional();
export const ListSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("generate"), weekStart: week }),
    z.object({ intent: z.literal("feedback"), weekStart: week, feedback: z.enum(FEEDBACK, USE_A_BUTTON) }),
    z.object({ intent: z.literal("delete"), weekStart: week }),
  ],
  USE_A_BUTTON,
);

/** How insights are made: agreeing to a model at a host, taking it back, and the mail. */
export const InsightSettingsSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("agree"), host: z.string().max(300) }),
    z.object({ intent: z.literal("withdraw") }),
    z.object({ intent: z.literal("notice"), mailNotice: z.literal("on").optional() }),
  ],
  USE_A_BUTTON,
);
