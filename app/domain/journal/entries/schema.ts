import { z } from "zod";
import { isDay } from "~/domain/calendar/local-day";
import { numberInWords } from "~/domain/calendar/locale";
import { ANSWER_KEYS, type AnswerKey } from "~/domain/journal/reflection/flow";
import { TONES } from "~/domain/journal/reflection/lectio-questions";
import { t } from "~/i18n/t";
import { LIMITS, tagsFrom } from "./content";

/** What the journal's forms may hold, with the messages beside their fields. */
const long = z
  .string()
  .max(
    LIMITS.answer,
    t("Please keep this under {answer} characters.", { answer: numberInWords(LIMITS.answer) }),
  )
  .optional()
  .transform((value) => value ?? "");
const title = z
  .string()
  .max(LIMITS.title, t("Please keep the title under {title} characters.", { title: LIMITS.title }))
  .optional()
  .transform((value) => value ?? "");
const tags = z
  .string()
  .optional()
  .transform((value) => tagsFrom(value ?? ""))
  .refine((list) => list.length <= LIMITS.tags, t("Please use {tags} tags or fewer.", { tags: LIMITS.tags }))
  .refine(
    (list) => list.every((tag) => tag.length <= LIMITS.tag),
    t("Please keep each tag under {tag} characters.", { tag: LIMITS.tag }),
  );
const mood = z
  .string()
  .max(LIMITS.mood, t("Please keep this under {mood} characters.", { mood: LIMITS.mood }))
  .optional()
  .transform((value) => value?.trim() ?? "");
const forDate = z.string().refine(isDay, t("Please enter a day as YYYY-MM-DD.")).optional();
const writing = z.enum(["draft", "next", "back", "finish"]).default("draft");
const auto = z.string().optional();

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

const line = (limit: number) =>
  long.refine((text) => text.length <= limit, t("Please keep this under {limit} characters.", { limit }));
const answers = {
  ...(Object.fromEntries(ANSWER_KEYS.map((key) => [key, long])) as Record<AnswerKey, typeof long>),
  wordKept: line(LIMITS.wordKept),
  intention: line(LIMITS.intention),
  tomorrow: line(LIMITS.tomorrow),
};

/** The version of the draft that the form was shown with, so that no window writes over another's text. */
const draftVersion = z.coerce.number().int().min(0).optional();

/** The id of an intention: the one that a page is about, or the one that is to be written about next. */
const intention = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
  .catch(undefined);

/** The reflection of a slot: one field per answer key, and what its movements need besides. */
export const SlotSchema = z.object({
  intent: z.enum(["draft", "next", "back", "finish", "swap", "silence"]).default("draft"),
  forDate,
  draftVersion,
  _auto: auto,
  ...answers,
  mood,
  /** The movement that the form shows, or all of them. */
  step: z.string().max(20).optional(),
  all: z.literal("1").optional().catch(undefined),
  /** Saves, and goes to a movement, to all of them on one page, or to other questions. */
  goto: z.string().max(40).optional(),
  /** The variant that the form was shown with. */
  variant: z.string().max(600).optional(),
  verse: z.string().max(12).optional(),
  tone: z.enum(TONES).optional().catch(undefined),
  minutes: z.coerce.number().int().min(1).max(20).catch(5),
  about: intention,
});
export type SlotInput = z.output<typeof SlotSchema>;

/** A page without questions. */
export const FreeSchema = z.object({
  intent: writing,
  forDate,
  draftVersion,
  _auto: auto,
  title,
  body: long,
  tags,
  mood,
  /** A passage that is being written with; one that no Bible here has is none. */
  passage: z.string().trim().max(80).optional().catch(undefined),
  prayer: intention,
  about: intention,
});

/** Changing an entry: the fields of the form that made it, and the version that was read. */
export const EditSchema = z.object({
  intent: z.literal("save").optional(),
  version: z.coerce.number().int().min(1),
  title,
  body: long,
  tags,
  mood,
  ...answers,
});

/** The question was changed as often as it may be. */
export const NO_MORE_SWAPS = {
  title: t("This question stays"),
  text: t("You have changed it three times. You may also write about something else: the page is yours."),
} as const;

const ENTRY_INTENTS = ["favourite", "unfavourite", "exclude", "include", "delete", "restore"] as const;
export const EntryIntentSchema = z.object({
  intent: z.enum(ENTRY_INTENTS, t("Please use one of the buttons on this page.")),
});
export type EntryIntent = (typeof ENTRY_INTENTS)[number];
