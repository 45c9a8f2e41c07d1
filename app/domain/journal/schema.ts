import { z } from "zod";
import { isDay } from "~/domain/calendar/local-day";
import { formatNumber } from "~/domain/calendar/locale";
import { CONTENT_LIMITS, tagsFrom } from "~/domain/journal/entries/content";
import { mapShortTexts, SHORT_TEXTS, type ShortTextName } from "~/domain/journal/entries/short-texts";
import { TONES } from "~/domain/journal/prompt-sets/lectio-questions";
import { t } from "~/i18n/t";
import { ANSWER_KEYS, LAYOUT_FIELDS, type AnswerKey, type LayoutField } from "./prompt-sets/prompt-set";
import { setPartOf } from "./prompt-sets/registry";
import { OWN_PROMPT_LENGTH } from "./prompts/prompt-categories";

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
const shortText = (name: ShortTextName) => {
  const { limit } = SHORT_TEXTS[name];
  return z
    .string()
    .max(limit, t("Please keep this under {limit} characters.", { limit }))
    .optional()
    .transform((value) => value?.trim() ?? "");
};
const forDate = z.string().refine(isDay, t("Please enter a day as YYYY-MM-DD.")).optional();

const line = (limit: number) =>
  long.refine((text) => text.length <= limit, t("Please keep this under {limit} characters.", { limit }));
const answerFor = (key: AnswerKey) => {
  const limit = setPartOf(key)?.limit;
  return limit === undefined ? long : line(limit);
};
const answerFields = Object.fromEntries(ANSWER_KEYS.map((key) => [key, answerFor(key)])) as Record<
  AnswerKey,
  typeof long
>;

/** The version of the draft that the form was loaded with, for optimistic locking. */
const draftVersion = z.coerce.number().int().min(0).optional();

/** The id of an intention; an invalid one is dropped. */
const intentionField = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
  .catch(undefined);

/** The fields of every form that saves a draft; `about` is the intention to write about next. */
export const draftFields = { forDate, draftVersion, _auto: z.string().optional(), about: intentionField };

/** The fields of a free page and of every edit form. */
export const pageFields = { title, body: long, tags, ...mapShortTexts(shortText) };

export const FUTURE_DAY = t("This day has not come yet. Please choose today or an earlier day.");
export const EMPTY_ENTRY = t("Write a few words first, or save it as a draft.");
export const EMPTY_EDIT = t("Write a few words, or delete the entry on its own page.");
/** Two windows saved the same entry; the page shows both texts. */
export const CHANGED_ELSEWHERE = {
  title: t("This was changed in another window"),
  text: t(
    "Nothing is lost: the saved text is shown here, and yours is still in the form below. Copy over what you want to keep; when you save again, your text replaces the saved one.",
  ),
} as const;

/** A conflict in one part of a long entry. The form cannot be saved again, because the part may cover other text by now. */
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

/** The form of a free page. */
export const FreeSchema = z.object({
  intent: z.enum(["draft", "next", "back", "finish", "removePicture"]).default("draft"),
  ...draftFields,
  ...pageFields,
  /** The reference of the passage; the use case drops an unknown one. */
  passage: z.string().trim().max(80).optional().catch(undefined),
  prayer: intentionField,
});
export type FreeInput = z.output<typeof FreeSchema>;

/** The edit form of an entry. `version` is the entry's version when the form was loaded, for optimistic locking. */
export const EditSchema = z.object({
  intent: z.enum(["save", "removePicture"]).optional(),
  version: z.coerce.number().int().min(1),
  /** The part of a long entry, from 1; missing for whole texts. */
  part: z.coerce.number().int().min(1).optional(),
  ...pageFields,
  ...answerFields,
});

const ENTRY_INTENTS = ["favourite", "unfavourite", "exclude", "include", "delete", "restore"] as const;
const EntryIntentSchema = z.object({
  intent: z.enum(ENTRY_INTENTS, t("Please use one of the buttons on this page.")),
});
export type EntryIntent = (typeof ENTRY_INTENTS)[number];

const USE_A_BUTTON = t("Please use one of the buttons on this page.");

/** The buttons that add or remove a topic. `part` is the key of an answer or of a line in an insight; empty for a whole entry. */
export const TopicIntentSchema = z.object({
  intent: z.enum(["talk", "untalk"], USE_A_BUTTON),
  /** Identifies the button if a part has several. */
  place: z
    .string()
    .regex(/^[a-z]{1,20}(-\d{1,3})?$/, USE_A_BUTTON)
    .optional(),
  part: z.string().max(80).default(""),
});

/** The forms of `/journal/conversation`. */
export const ConversationSchema = z.object({ intent: z.enum(["spoken", "restore"], USE_A_BUTTON) });

/** The forms of an entry's page. */
export const EntryPageSchema = z.discriminatedUnion(
  "intent",
  [EntryIntentSchema, TopicIntentSchema],
  t("Please use one of the buttons on this page."),
);

/** The form of a reflection: its answers, and the controls of its movements (verse, tone, minutes of silence). */
export const SlotSchema = z.object({
  intent: z.enum(["draft", "next", "back", "finish", "swap", "silence", "removePicture"]).default("draft"),
  ...draftFields,
  ...answerFields,
  mood: pageFields.mood,
  /** The movement that the form shows; `all` if it shows all of them. */
  step: z.string().max(20).optional(),
  all: z.literal("1").optional().catch(undefined),
  /** Whether the form shows one question alone. */
  only: z.literal("1").optional().catch(undefined),
  /** The destination after saving: a movement, all of them on one page, or a pack. */
  goto: z.string().max(40).optional(),
  /** Identifies the form's questions (`variantOf`), so that the answers are saved with the questions that were shown. */
  variant: z.string().max(600).optional(),
  verse: z.string().max(12).optional(),
  tone: z.enum(TONES).optional().catch(undefined),
  minutes: z.coerce.number().int().min(1).max(20).catch(5),
});
export type SlotInput = z.output<typeof SlotSchema>;

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

/** The forms of `/settings/prayer/shape`. */
export const LayoutSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    slot,
    ...(Object.fromEntries(LAYOUT_FIELDS.map((name) => [name, part])) as Record<LayoutField, typeof part>),
  }),
  z.object({ intent: z.literal("clear"), slot }),
]);

/**
 * Messages for a rejected question of a custom layout. A question outside the member's plan has the message of its prompt
 * set instead (`notInPlanMessage`).
 */
export const LAYOUT_REFUSALS = {
  unknown: { status: 400, text: t("This question is no longer here. Please choose another.") },
  twice: { status: 400, text: t("You have chosen this question above. Please choose another, or none.") },
} as const;

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

/** The forms of `/journal/prompts`, by intent. */
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
