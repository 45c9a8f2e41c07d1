import { z } from "zod";
import { TopicIntentSchema } from "~/domain/journal/conversation/schema";
import { EntryIntentSchema } from "~/domain/journal/entries/schema";
import { t } from "~/i18n/t";

/** The buttons of an entry's page. */
export const EntryPageSchema = z.discriminatedUnion(
  "intent",
  [EntryIntentSchema, TopicIntentSchema],
  t("Please use one of the buttons on this page."),
);
