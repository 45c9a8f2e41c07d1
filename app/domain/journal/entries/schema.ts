import { z } from "zod";
import { numberInWords } from "~/domain/calendar/locale";
import { t } from "~/i18n/t";
import { LIMITS } from "./content";
import { answerFields, draftFields, intentionField, pageFields } from "./fields";

/** Refused where a day has not come yet. */
export const FUTURE_DAY = t("This day has not come yet. Please choose today or an earlier day.");
export const EMPTY_ENTRY = t("Write a few words first, or save it as a draft.");
export const EMPTY_EDIT = t("Write a few words, or delete the entry on its own page.");
/** Two windows saved the same text: both are kept, and shown. */
export const CHANGED_ELSEWHERE = {
  title: t("This was changed in another window"),
  text: t(
    "Nothing is lost: the saved text is shown here, and yours is still in the form below. Copy over what you want to keep; when you save again, your text replaces the saved one.",
  ),
} as const;

/** The same for a part of a long entry, which cannot be sent again: the saved parts may begin elsewhere. */
export const PART_CHANGED_ELSEWHERE = {
  title: CHANGED_ELSEWHERE.title,
  text: t(
    "Nothing is lost: the saved text is shown here, and yours is still in the form below. This entry is edited in parts, so copy what you want to keep, open the entry again, and put it in there.",
  ),
} as const;
export const OVERLONG_TEXT = t(
  "With this, the whole text would be longer than {limit} characters. Please shorten it.",
  {
    limit: numberInWords(LIMITS.stored),
  },
);

/** A page without questions. */
export const FreeSchema = z.object({
  intent: z.enum(["draft", "next", "back", "finish", "removePicture"]).default("draft"),
  ...draftFields,
  ...pageFields,
  /** The passage beside the page; one that no Bible here has is dropped. */
  passage: z.string().trim().max(80).optional().catch(undefined),
  prayer: intentionField,
});
export type FreeInput = z.output<typeof FreeSchema>;

/** Changing an entry: the fields of the form that made it, and the version that was read. */
export const EditSchema = z.object({
  intent: z.enum(["save", "removePicture"]).optional(),
  version: z.coerce.number().int().min(1),
  /** Which part of a long entry the form has; without it the texts are whole. */
  part: z.coerce.number().int().min(1).optional(),
  ...pageFields,
  ...answerFields,
});

const ENTRY_INTENTS = ["favourite", "unfavourite", "exclude", "include", "delete", "restore"] as const;
export const EntryIntentSchema = z.object({
  intent: z.enum(ENTRY_INTENTS, t("Please use one of the buttons on this page.")),
});
export type EntryIntent = (typeof ENTRY_INTENTS)[number];
