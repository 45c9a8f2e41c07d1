import { z } from "zod";
import { isDay } from "~/domain/calendar/local-day";
import { LIMITS } from "~/domain/journal/entries/content";
import { PICTURE_LIMITS, PICTURE_TEXT } from "~/domain/journal/pictures/picture";
import { ENTRY_KINDS } from "~/domain/journal/prompt-sets/entry-kind";
import { ANSWER_KEYS } from "~/domain/journal/prompt-sets/flow-shape";
import { OWN_PROMPT_LENGTH } from "~/domain/journal/prompts/own-prompt";
import { SLOTS } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";

/** Our own file, version 1; described for people in docs/export-format.md. Unknown fields are passed over. */
export const SCHEMA_NAME = "still-and-know/journal";
export const SCHEMA_VERSION = 1;

/** Longer than our forms accept, because older texts and other apps know no such limit. */
export const LONGEST_TEXT = 100_000;

/** A text of at most `most` characters; `what` names it in a refusal. */
export const text = (most: number, what: string) =>
  z
    .string(t("{what} is not text", { what }))
    .max(most, t("{what} is longer than {most} characters", { what, most: most.toLocaleString("en") }))
    // Text that is not well formed cannot be stored unchanged.
    .transform((value) => value.toWellFormed().replaceAll("\0", ""));
/** A day that exists. */
export const day = z.string(t("the day is missing")).refine(isDay, t("the day is not written as YYYY-MM-DD"));
/** A moment in ISO 8601. */
export const moment = z
  .string(t("a date and time is missing"))
  .refine((value) => !Number.isNaN(Date.parse(value)), t("a date and time is not written as one"))
  .transform((value) => new Date(value));
const whole = z.number().int().min(1).max(1_000_000);

const ContentSchema = z.object(
  {
    title: text(LIMITS.title * 5, t("the title")).default(""),
    answers: z
      .array(
        z.object({
          key: z.enum(ANSWER_KEYS, "an answer belongs to no question that we know"),
          question: text(2_000, t("a question")).default(""),
          text: text(LONGEST_TEXT, t("an answer")).default(""),
          tone: text(40, t("a tone")).optional(),
        }),
        t("the answers are not a list"),
      )
      .max(40, t("there are more than 40 answers"))
      .refine(
        (answers) => new Set(answers.map(({ key }) => key)).size === answers.length,
        t("one question is answered twice"),
      )
      .default([]),
    body: text(LONGEST_TEXT, t("the text")).default(""),
    tags: z
      .array(text(LIMITS.tag, t("a tag")), t("the tags are not a list"))
      .max(LIMITS.tags, t("there are more than {tags} tags", { tags: LIMITS.tags }))
      .default([]),
    mood: text(LIMITS.mood, t("the mood")).default(""),
    prayer: z
      .string()
      .regex(/^[\w-]{1,64}$/, t("the id of its intention is not one of ours"))
      .optional(),
    pictures: z
      .array(
        z.object({
          id: z.string().regex(/^[\w-]{22}$/, t("a picture has no id of ours")),
          width: whole.default(1),
          height: whole.default(1),
          text: text(PICTURE_TEXT, t("what is said of a picture")).default(""),
        }),
        t("the pictures are not a list"),
      )
      .max(PICTURE_LIMITS.each, t("there are more than six pictures"))
      .optional(),
  },
  t("it is not an entry"),
);

const entryFields = {
  kind: z.enum(ENTRY_KINDS, t("we do not know its kind")),
  slot: z.enum(SLOTS, t("we do not know its time of day")),
  forDate: day,
  timezone: text(64, t("the time zone")).default("UTC"),
  createdAt: moment,
  updatedAt: moment,
  promptSet: text(40, t("the prompt set")).default(""),
  promptIds: z
    .array(text(120, t("the name of a prompt")))
    .max(40)
    .default([]),
  passageRef: text(80, t("the passage")).default(""),
  dayName: text(200, t("the name of its day")).optional(),
};

export const EntrySchema = ContentSchema.extend({
  ...entryFields,
  id: z.string("it has no id").regex(/^[\w-]{1,64}$/, "its id is not one of ours"),
  version: whole.default(1),
  favourite: z.boolean().default(false),
  excludeFromInsights: z.boolean().default(false),
  deletedAt: moment.nullable().default(null),
  versions: z
    .array(ContentSchema.extend({ version: whole, savedAt: moment }))
    .max(10, t("it has more than 10 earlier versions"))
    .default([]),
});
export type EntryInFile = z.output<typeof EntrySchema>;

export const DraftSchema = ContentSchema.extend(entryFields);
export type DraftInFile = z.output<typeof DraftSchema>;

export const OwnPromptSchema = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  text: text(OWN_PROMPT_LENGTH, t("a question")).refine((value) => value.trim().length >= 3),
  slot: z.enum(["morning", "evening", "any"]),
  active: z.boolean(),
  createdAt: moment,
});
export type OwnPromptInFile = z.output<typeof OwnPromptSchema>;

export const PromptSwapSchema = z.object({
  date: day,
  slot: z.enum(["morning", "evening"]),
  ids: z.array(text(120, t("the name of a prompt"))).max(40),
  count: z.number().int().min(0).max(100),
  expiresAt: moment,
});
export type PromptSwapInFile = z.output<typeof PromptSwapSchema>;

/** The envelope; the items of its lists are checked one by one, so that a bad entry costs only itself. */
export const JournalFileSchema = z.object({
  schema: z.literal(SCHEMA_NAME),
  version: z.number().int().min(1),
  entries: z.array(z.unknown()),
  profile: z.object({ theme: z.unknown(), look: z.unknown() }).partial().optional().catch(undefined),
  settings: z.unknown().optional(),
  insights: z.array(z.unknown()).max(5_000).default([]),
  coachThreads: z.array(z.unknown()).max(20_000).default([]),
  drafts: z.array(z.unknown()).max(2_000).default([]),
  ownPrompts: z.array(z.unknown()).max(1_000).default([]),
  intentions: z.array(z.unknown()).max(15_000).default([]),
  promptSwaps: z.array(z.unknown()).max(2_000).default([]),
});
