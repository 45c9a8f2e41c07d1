import { z } from "zod";
import { COACH_LIMITS, MAX_TURNS } from "~/domain/coaches/thread";
import { ENGINES, FEEDBACK, GIFT_GROUPS, type InsightContent } from "~/domain/insights/insight";
import { MAX_TOPIC_LINE } from "~/domain/journal/conversation/topic";
import type { EntryContent } from "~/domain/journal/entries/content";
import {
  INTENTION_LIMITS,
  isAnnualDate,
  PRAYER_STATES,
  type Intention,
} from "~/domain/journal/prayers/intention";
import { ENTRY_KINDS } from "~/domain/journal/prompt-sets/prompt-set";
import { OWN_PROMPT_LENGTH } from "~/domain/journal/prompts/prompt-categories";
import { COACH_KEYS } from "~/domain/member/plan";
import { SLOTS } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";
import {
  CONTENT_FIELDS,
  contentCodec,
  day,
  encodeForFile,
  knownValue,
  moment,
  positiveInt,
  text,
  type FieldsInFile,
} from "./file-codecs";
import type { PortableEntry } from "./foreign-entry";

/** Our own file format, version 1 (docs/export-format.md). Unknown fields are ignored. */
export const SCHEMA_NAME = "still-and-know/journal";
export const SCHEMA_VERSION = 1;

const kind = knownValue(ENTRY_KINDS, t("we do not know its kind"));
const slot = z.enum(SLOTS, t("we do not know its time of day"));
const timezone = text(64, t("the time zone")).default("UTC");
const promptSet = text(40, t("the prompt set")).default("");
const promptIds = z
  .array(text(120, t("the name of a prompt")))
  .max(40)
  .default([]);
const passageRef = text(80, t("the passage")).default("");
const dayName = text(200, t("the name of its day")).optional();

const VersionSchema = contentCodec(
  z.object({ version: positiveInt, savedAt: moment, ...CONTENT_FIELDS }, t("it is not an entry")),
  CONTENT_FIELDS,
);

/** Fields of an entry, in the order of the file. JSON and Markdown derive from them. */
export const ENTRY_FIELDS = {
  id: z.string("it has no id").regex(/^[\w-]{1,64}$/, "its id is not one of ours"),
  forDate: day,
  kind,
  slot,
  ...CONTENT_FIELDS,
  favourite: z.boolean().default(false),
  excludeFromInsights: z.boolean().default(false),
  passageRef,
  dayName,
  promptSet,
  promptIds,
  timezone,
  createdAt: moment,
  updatedAt: moment,
  deletedAt: moment.nullable().default(null),
  version: positiveInt.default(1),
  versions: z.array(VersionSchema).max(10, t("it has more than 10 earlier versions")).default([]),
} satisfies FieldsInFile<Omit<PortableEntry, "content"> & EntryContent>;

export const EntrySchema = contentCodec(z.object(ENTRY_FIELDS, t("it is not an entry")), CONTENT_FIELDS);
export type EntryInFile = z.input<typeof EntrySchema>;

export const jsonEntry = (entry: PortableEntry): EntryInFile => encodeForFile(EntrySchema, entry);

export const DraftSchema = z.object(
  {
    ...{ kind, slot, forDate: day, ...CONTENT_FIELDS, timezone, promptSet, promptIds, passageRef, dayName },
    ...{ createdAt: moment, updatedAt: moment },
  },
  t("it is not an entry"),
);
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

export const TopicSchema = z.object({
  date: z.union([day, z.literal("")]),
  from: text(300, t("where a line is from")),
  passage: text(80, t("the passage")).default(""),
  text: text(MAX_TOPIC_LINE + 2, t("a line to talk about")),
});

/** Envelope of the file. List items stay unparsed and are validated one by one, so that an invalid item rejects only itself. */
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
  conversation: z.array(z.unknown()).max(200).default([]),
});

const weekdays = z.array(z.number().int().min(0).max(6)).min(1).max(7);
const RhythmSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["turn", "daily"]) }),
  z.object({ kind: z.literal("weekdays"), weekdays }),
  z.object({ kind: z.literal("until"), until: day }),
  z.object({ kind: z.literal("yearly"), day: z.string().refine(isAnnualDate), dayOnly: z.boolean() }),
]);

const { name, line: intentionLine } = INTENTION_LIMITS;
/** Fields of an intention, in the order of the file (docs/export-format.md). */
export const IntentionSchema = z
  .object({
    id: z.string().regex(/^[\w-]{1,64}$/),
    name: text(name, "the name").refine((value) => value.trim() !== ""),
    line: text(intentionLine, "the line").default(""),
    rhythm: RhythmSchema,
    state: z.enum(PRAYER_STATES),
    since: day,
    laidOn: day.nullable().default(null),
    came: text(intentionLine, "what came of it").default(""),
    shared: z.boolean().default(false),
    createdAt: moment,
    updatedAt: moment,
    version: z.number().int().min(1).max(1_000_000).default(1),
  } satisfies FieldsInFile<Intention>)
  .refine(({ state, laidOn }) => (state === "past") === (laidOn !== null));
export type IntentionInFile = z.output<typeof IntentionSchema>;

const insightLine = (most: number) => text(most, "a line");
const id = z.string().regex(/^[\w-]{1,64}$/);
const count = z.number().int().min(0).max(10_000_000);

const MESSAGE_FIELDS = {
  seq: z.number().int().min(0).max(1_000),
  // For readers of the file only; an import derives the role from `seq`.
  role: z.enum(["person", "coach"]).optional().catch(undefined),
  at: moment,
  kind: z.enum(["talk", "care", "gentle"]),
  engine: z.enum(["", "rules", "model"]),
  note: z.enum(["", "away", "stopped", "limit", "cut"]),
  text: insightLine(COACH_LIMITS.message * 2).nullable(),
};

/** A coach conversation. Whether a care note was shown is not exported. */
export const ThreadSchema = z.object({
  id,
  coachKey: knownValue(COACH_KEYS),
  createdAt: moment,
  updatedAt: moment,
  passageRef: insightLine(80).default(""),
  contextEntryIds: z.array(id).max(40).default([]),
  fixedUntil: moment.nullable().default(null),
  messages: z
    .array(z.object(MESSAGE_FIELDS))
    .min(1)
    .max(MAX_TURNS * 4)
    .refine((messages) => new Set(messages.map(({ seq }) => seq)).size === messages.length),
});
export type ThreadInFile = z.output<typeof ThreadSchema>;

const quotations = z.array(z.object({ entryId: id, text: insightLine(2_000) })).max(200);

const INSIGHT_CONTENT = {
  mornings: count,
  evenings: count,
  others: count,
  passages: z.array(insightLine(80)).max(100),
  kept: quotations,
  gifts: z.array(z.object({ group: knownValue(GIFT_GROUPS), quotations })).max(40),
  threads: z
    .array(z.object({ name: insightLine(200), note: insightLine(1_000).optional(), quotations }))
    .max(20),
  consolation: quotations,
  desolation: quotations,
  question: insightLine(1_000),
  passage: insightLine(80),
  prayer: insightLine(4_000),
} satisfies FieldsInFile<InsightContent>;

/** A weekly insight: quotations from the member's entries and texts that were shown to the member. */
export const InsightFileSchema = z.object({
  weekStart: day,
  engine: z.enum(ENGINES),
  endpointHost: insightLine(200).default(""),
  feedback: z.enum(["", ...FEEDBACK]).default(""),
  madeAt: moment.nullable(),
  entryIds: z.array(id).max(2_000).default([]),
  ...INSIGHT_CONTENT,
});
export const InsightSchema = contentCodec(InsightFileSchema, INSIGHT_CONTENT);
export type InsightInFile = z.output<typeof InsightSchema>;

/** Collects the ids of all entries that an insight refers to. */
export function entryIdsOf({ entryIds, content }: InsightInFile): string[] {
  const quoted = [
    ...content.kept,
    ...content.consolation,
    ...content.desolation,
    ...[...content.gifts, ...content.threads].flatMap((part) => part.quotations),
  ];
  return [...new Set([...entryIds, ...quoted.map(({ entryId }) => entryId)])];
}
