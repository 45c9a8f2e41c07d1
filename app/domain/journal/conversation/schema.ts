import { z } from "zod";
import { t } from "~/i18n/t";

const USE_A_BUTTON = t("Please use one of the buttons on this page.");

/** A button that marks something to talk about, or takes the mark away; `part` names an answer or a line. */
export const TopicIntentSchema = z.object({
  intent: z.enum(["talk", "untalk"], USE_A_BUTTON),
  /** Which of several buttons for one part was pressed. */
  place: z
    .string()
    .regex(/^[a-z]{1,20}(-\d{1,3})?$/, USE_A_BUTTON)
    .optional(),
  part: z.string().max(80).default(""),
});

/** What `/journal/conversation` takes. */
export const ConversationSchema = z.object({ intent: z.enum(["spoken", "restore"], USE_A_BUTTON) });
