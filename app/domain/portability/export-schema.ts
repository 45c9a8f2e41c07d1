import { z } from "zod";
import { LONGEST_LINE } from "~/domain/conversation/topic";
import type { EntryContent } from "~/domain/journal/entries/content";
import { ENTRY_KINDS } from "~/domain/journal/prompt-sets/entry-kind";
import { OWN_PROMPT_LENGTH } from "~/domain/journal/prompts/own-prompt";
import { SLOTS } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";
import { CONTENT_FIELDS } from "./content-in-file";
import { asInFile, contentApart, day, moment, oneKnown, text, whole, type FieldsInFile } from "./file-values";
import type { PortableEntry } from "./portable-entry";

/** Our own file, version 1; described for people in docs/export-format.md. Unknown fields are passed over. */
export const SCHEMA_NAME = "still-and-know/journal";
export const SCHEMA_VERSION = 1;

const kind = oneKnown(ENTRY_KINDS, t("we do not know its kind"));
const slot = z.enum(SLOTS, t("we do not know its time of day"));
const timezone = text(64, t("the time zone")).default("UTC");
const promptSet = text(40, t("the prompt set")).default("");
const promptIds = z
  .array(text(120, t("the name of a prompt")))
  .max(40)
  .default([]);
const passageRef = text(80, t("the passage")).default("");
const dayName = text(200, t("the name of its day")).optional();

const VersionSchema = contentApart(
  z.object({ version: whole, savedAt: moment, ...CONTENT_FIELDS }, t("it is not an entry")),
  CONTENT_FIELDS,
);

/** An entry, field by field, in the order of the file: what is added here is written and read as JSON and as Markdown. */
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
  version: whole.default(1),
  versions: z.array(VersionSchema).max(10, t("it has more than 10 earlier versions")).default([]),
} satisfies FieldsInFile<Omit<PortableEntry, "content"> & EntryContent>;

export const EntrySchema = contentApart(z.object(ENTRY_FIELDS, t("it is not an entry")), CONTENT_FIELDS);
export type EntryInFile = z.input<typeof EntrySchema>;

/** An entry as it is in our JSON file (docs/export-format.md). */
export const jsonEntry = (entry: PortableEntry): EntryInFile => asInFile(EntrySchema, entry);

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
  text: text(LONGEST_LINE + 2, t("a line to talk about")),
});

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
  conversation: z.array(z.unknown()).max(200).default([]),
});
