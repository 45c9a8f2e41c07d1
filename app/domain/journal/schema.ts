import { z } from "zod";
import { isDay } from "~/domain/calendar/local-day";
import { formatNumber } from "~/domain/calendar/locale";
import { t } from "~/i18n/t";
import { CONTENT_LIMITS, tagsFrom } from "./entries/content";
import { TONES } from "./prompt-sets/lectio-questions";
import { ANSWER_KEYS, LAYOUT_FIELDS, type AnswerKey, type LayoutField } from "./prompt-sets/prompt-set";
import { setPartOf } from "./prompt-sets/registry";
import { OWN_PROMPT_LENGTH } from "./prompts/prompt-categories";

/** What the journal's forms may hold, with the messages beside their fields. */
const long = z
  .string()
  .max(
    CONTENT_LIMITS.answer,
    t("Please keep this under {answer} characters.", { answer: formatNumber(CONTENT_LIMITS.answer) }),
  )
  .optional()
  .transform((value) => value ?? "");
const title = z
  .string()
  .max(
    CONTENT_LIMITS.title,
    t("Please keep the title under {title} characters.", { title: CONTENT_LIMITS.title }),
  )
  .optional()
  .transform((value) => value ?? "");
const tags = z
  .string()
  .optional()
  .transform((value) => tagsFrom(value ?? ""))
  .refine(
    (list) => list.length <= CONTENT_LIMITS.tags,
    t("Please use {tags} tags or fewer.", { tags: CONTENT_LIMITS.tags }),
  )
  .refine(
    (list) => list.every((tag) => tag.length <= CONTENT_LIMITS.tag),
    t("Please keep each tag under {tag} characters.", { tag: CONTENT_LIMITS.tag }),
  );
const mood = z
  .string()
  .max(CONTENT_LIMITS.mood, t("Please keep this under {mood} characters.", { mood: CONTENT_LIMITS.mood }))
  .optional()
  .transform((value) => value?.trim() ?? "");
const forDate = z.string().refine(isDay, t("Please enter a day as YYYY-MM-DD.")).optional();

const line = (limit: number) =>
  long.refine((text) => text.length <= limit, t("Please keep this under {limit} characters.", { limit }));
const answerFor = (key: AnswerKey) => {
  const limit = setPartOf(key)?.limit;
  return limit === undefined ? long : line(limit);
};
/** One field for each answer key. */
export const answerFields = Object.fromEntries(ANSWER_KEYS.map((key) => [key, answerFor(key)])) as Record<
  AnswerKey,
  typeof long
>;

/** The version of the draft that the form was shown with, so that no window writes over another's text. */
const draftVersion = z.coerce.number().int().min(0).optional();

/** The id of an intention: the one that a page is about, or the one that is to be written about next. */
export const intentionField = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
  .catch(undefined);

/** What every form needs that keeps a draft. */
export const draftFields = { forDate, draftVersion, _auto: z.string().optional(), about: intentionField };

/** What a page without questions has, and every entry that is changed. */
export const pageFields = { title, body: long, tags, mood };

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
    limit: formatNumber(CONTENT_LIMITS.stored),
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

/** The buttons of an entry's page. */
export const EntryPageSchema = z.discriminatedUnion(
  "intent",
  [EntryIntentSchema, TopicIntentSchema],
  t("Please use one of the buttons on this page."),
);

/** The reflection of a slot: one field per answer key, and what its movements need besides. */
export const SlotSchema = z.object({
  intent: z.enum(["draft", "next", "back", "finish", "swap", "silence", "removePicture"]).default("draft"),
  ...draftFields,
  ...answerFields,
  mood: pageFields.mood,
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
});
export type SlotInput = z.output<typeof SlotSchema>;

/** The question was changed as often as it may be. */
export const NO_MORE_SWAPS = {
  title: t("This question stays"),
  text: t("You have changed it three times. You may also write about something else: the page is yours."),
} as const;

const slot = z.enum(["morning", "evening"], t("Please choose one of these."));
const part = z
  .string()
  .max(80, t("Please choose one of these."))
  .optional()
  .transform((value) => value ?? "");

/** What `/settings/prayer/shape` takes. */
export const LayoutSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    slot,
    ...(Object.fromEntries(LAYOUT_FIELDS.map((name) => [name, part])) as Record<LayoutField, typeof part>),
  }),
  z.object({ intent: z.literal("clear"), slot }),
]);

/** The message beside a place that cannot be kept; if the plan does not hold it, the prompt set's own message. */
export const LAYOUT_REFUSALS = {
  unknown: { status: 400, text: t("This question is no longer here. Please choose another.") },
  twice: { status: 400, text: t("You have chosen this question above. Please choose another, or none.") },
} as const;

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
const promptSlot = z.enum(["any", "morning", "evening"]).default("any");
const id = z.string().max(64);

export const OwnPromptFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), text, slot: promptSlot }),
  z.object({ intent: z.literal("edit"), id, text, slot: promptSlot }),
  z.object({ intent: z.enum(["on", "off", "remove", "use"]), id }),
]);

export const OWN_PROMPT_REFUSALS = {
  too_many: {
    title: t("There is no room for more"),
    text: t("You already have a hundred questions of your own. Please remove one first."),
  },
} as const;
