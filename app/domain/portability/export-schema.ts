import { z } from "zod";
import { LIMITS } from "~/domain/journal/content";
import { ANSWER_KEYS } from "~/domain/journal/flow";
import { ENTRY_KINDS } from "~/domain/journal/kinds";
import { isDay } from "~/domain/journal/local-day";
import { exportSchemaWords } from "~/words/settings/export-schema";
import { SLOTS } from "~/domain/member/prayer-times";

/** Our own file, version 1; described for people in docs/export-format.md. Unknown fields are passed over. */
export const SCHEMA_NAME = "still-and-know/journal";
export const SCHEMA_VERSION = 1;

/** Longer than what our forms take, because older texts and other apps know no such bound. */
export const LONGEST_TEXT = 100_000;

/** A text of at most so many signs; `what` says in a refusal which one. */
export const text = (most: number, what: string) =>
  z
    .string(exportSchemaWords.isNotText({ what }))
    .max(most, exportSchemaWords.isLongerThanCharacters({ what, most: most.toLocaleString("en") }))
    // A text that is not well formed cannot be stored as it is.
    .transform((value) => value.toWellFormed().replaceAll("\0", ""));
/** A day that exists. */
export const day = z
  .string(exportSchemaWords.thereIsNoDay)
  .refine(isDay, exportSchemaWords.theDayIsNotWritten);
const moment = z
  .string(exportSchemaWords.aMomentIsMissing)
  .refine((value) => !Number.isNaN(Date.parse(value)), exportSchemaWords.aMomentIsNotADate)
  .transform((value) => new Date(value));
const whole = z.number().int().min(1).max(1_000_000);

const ContentSchema = z.object(
  {
    title: text(LIMITS.title * 5, exportSchemaWords.theTitle).default(""),
    answers: z
      .array(
        z.object({
          key: z.enum(ANSWER_KEYS, "an answer belongs to no question that we know"),
          question: text(2_000, exportSchemaWords.aQuestion).default(""),
          text: text(LONGEST_TEXT, exportSchemaWords.anAnswer).default(""),
          tone: text(40, exportSchemaWords.aTone).optional(),
        }),
        exportSchemaWords.theAnswersAreNotAList,
      )
      .max(40, exportSchemaWords.thereAreMoreThan40Answers)
      .refine(
        (answers) => new Set(answers.map(({ key }) => key)).size === answers.length,
        exportSchemaWords.oneQuestionIsAnsweredTwice,
      )
      .default([]),
    body: text(LONGEST_TEXT, exportSchemaWords.theText).default(""),
    tags: z
      .array(text(LIMITS.tag, exportSchemaWords.aTag), exportSchemaWords.theTagsAreNotAList)
      .max(LIMITS.tags, exportSchemaWords.thereAreMoreThanTags({ tags: LIMITS.tags }))
      .default([]),
    mood: text(LIMITS.mood, exportSchemaWords.theMood).default(""),
  },
  exportSchemaWords.itIsNoEntry,
);

const entryFields = {
  kind: z.enum(ENTRY_KINDS, exportSchemaWords.itIsOfNoKind),
  slot: z.enum(SLOTS, exportSchemaWords.itBelongsToNoTime),
  forDate: day,
  timezone: text(64, exportSchemaWords.theTimeZone).default("UTC"),
  createdAt: moment,
  updatedAt: moment,
  promptSet: text(40, exportSchemaWords.thePromptSet).default(""),
  promptIds: z.array(text(120, exportSchemaWords.theNameOfAPrompt)).max(40).default([]),
  passageRef: text(80, exportSchemaWords.thePassage).default(""),
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
    .max(10, exportSchemaWords.itHasMoreThan10Earlier)
    .default([]),
});
export type EntryInFile = z.output<typeof EntrySchema>;

export const DraftSchema = ContentSchema.extend(entryFields);
export type DraftInFile = z.output<typeof DraftSchema>;

export const OwnPromptSchema = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  text: text(LIMITS.ownPrompt, exportSchemaWords.aQuestion).refine((value) => value.trim().length >= 3),
  slot: z.enum(["morning", "evening", "any"]),
  active: z.boolean(),
  createdAt: moment,
});
export type OwnPromptInFile = z.output<typeof OwnPromptSchema>;

export const PromptSwapSchema = z.object({
  date: day,
  slot: z.enum(["morning", "evening"]),
  ids: z.array(text(120, exportSchemaWords.theNameOfAPrompt)).max(40),
  count: z.number().int().min(0).max(100),
  expiresAt: moment,
});
export type PromptSwapInFile = z.output<typeof PromptSwapSchema>;

/** The outside of the file; what stands in its lists is looked at one by one, so that one bad entry costs only itself. */
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
  promptSwaps: z.array(z.unknown()).max(2_000).default([]),
});
