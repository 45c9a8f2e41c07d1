import { z } from "zod";
import { isDay } from "~/domain/calendar/local-day";
import { LOCALES } from "~/domain/calendar/locale";
import { CONTENT_LIMITS, type EntryContent } from "~/domain/journal/entries/content";
import { MAX_PICTURE_TEXT, PICTURE_LIMITS } from "~/domain/journal/pictures/picture";
import { EXAMEN_PACK_KEYS } from "~/domain/journal/prompt-sets/examen-questions";
import { ANSWER_KEYS, LAYOUT_FIELDS } from "~/domain/journal/prompt-sets/prompt-set";
import { WEEK_STARTS } from "~/domain/member/member";
import { PRAYER_SETTINGS, PROMPT_SET_KEYS } from "~/domain/member/prayer-settings";
import { PRAYER_TIMES } from "~/domain/member/prayer-times";
import { APPEARANCE, LOOK, REMINDERS } from "~/domain/member/preferences";
import { fileSchemas } from "~/domain/member/setting-schemas";
import { MAX_ASSIGNED_CHARACTERS } from "~/domain/ways/assigned-passages";
import { WAY_ID } from "~/domain/ways/way";
import { t } from "~/i18n/t";

/** Longer than our forms accept, because older texts and other apps know no such limit. */
export const MAX_STORED_TEXT: number = CONTENT_LIMITS.stored;

/** A text of at most `most` characters; `what` names it in a refusal. */
export const text = (most: number, what: string) =>
  z
    .string(t("{what} is not text", { what }))
    .max(most, t("{what} is longer than {most} characters", { what, most: most.toLocaleString("en") }))
    // Text that is not well formed cannot be stored unchanged.
    .overwrite((value) => value.toWellFormed().replaceAll("\0", ""));
/** A day that exists. */
export const day = z.string(t("the day is missing")).refine(isDay, t("the day is not written as YYYY-MM-DD"));
/** A moment, in ISO 8601 in the file. */
export const moment = z.codec(
  z
    .string(t("a date and time is missing"))
    .refine((value) => !Number.isNaN(Date.parse(value)), t("a date and time is not written as one")),
  z.date(),
  { decode: (value) => new Date(value), encode: (value) => value.toISOString() },
);
/** A number that counts something. */
export const positiveInt = z.number().int().min(1).max(1_000_000);
/** One of a list. What was taken off the list since still leaves with its writer. */
export const knownValue = <Value extends string>(list: readonly Value[], refusal?: string) =>
  z.custom<Value>((value) => (list as readonly unknown[]).includes(value), refusal);

/** A schema for each field of something: one that is added to it cannot be forgotten in the file. */
export type FieldsInFile<T> = { [Name in keyof T]-?: z.ZodType<T[Name]> };

/** Bounds are for what comes in: no export breaks off because something has become longer than they allow. */
const WITHOUT_BOUNDS: z.core.ParseContextInternal<z.core.$ZodIssue> = { skipChecks: true };

/** Something as it stands in a file: the declared fields and no others, in their order. */
export const encodeForFile = <S extends z.ZodType>(schema: S, value: z.output<S>): z.input<S> =>
  z.encode(schema, value, WITHOUT_BOUNDS);

/** Sets the fields of a content apart, which stand among the others in a file. */
export function splitContent<Flat extends object, Content extends z.ZodRawShape>(
  flat: Flat,
  fields: Content,
) {
  const content: Record<string, unknown> = {};
  const beside: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(flat)) (name in fields ? content : beside)[name] = value;
  return { ...beside, content } as Omit<Flat, keyof Content> & { content: z.output<z.ZodObject<Content>> };
}

/** Something that has a `content` here and not in its file. `file` declares all fields there, `content` those of its content. */
export function contentCodec<File extends z.ZodObject, Content extends z.ZodRawShape>(
  file: File,
  content: Content,
) {
  type Flat = z.output<File>;
  return z.codec(file, z.custom<ReturnType<typeof splitContent<Flat, Content>>>(), {
    decode: (flat) => splitContent(flat, content),
    encode: (value) => ({ ...value, ...value.content }) as unknown as Flat,
  });
}

/** What a person wrote, field by field, in the order of the file. */
export const CONTENT_FIELDS = {
  title: text(CONTENT_LIMITS.title * 5, t("the title")).default(""),
  answers: z
    .array(
      z.object({
        key: knownValue<string>(ANSWER_KEYS, "an answer belongs to no question that we know"),
        question: text(2_000, t("a question")).default(""),
        text: text(MAX_STORED_TEXT, t("an answer")).default(""),
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
  body: text(MAX_STORED_TEXT, t("the text")).default(""),
  tags: z
    .array(text(CONTENT_LIMITS.tag, t("a tag")), t("the tags are not a list"))
    .max(CONTENT_LIMITS.tags, t("there are more than {tags} tags", { tags: CONTENT_LIMITS.tags }))
    .default([]),
  mood: text(CONTENT_LIMITS.mood, t("the mood")).default(""),
  prayer: z
    .string()
    .regex(/^[\w-]{1,64}$/, t("the id of its intention is not one of ours"))
    .optional(),
  pictures: z
    .array(
      z.object({
        id: z.string().regex(/^[\w-]{22}$/, t("a picture has no id of ours")),
        width: positiveInt.default(1),
        height: positiveInt.default(1),
        text: text(MAX_PICTURE_TEXT, t("what is said of a picture")).default(""),
      }),
      t("the pictures are not a list"),
    )
    .max(PICTURE_LIMITS.each, t("there are more than six pictures"))
    .optional(),
  way: z
    .object({
      id: z.string().regex(WAY_ID),
      name: text(80, t("the name of its way")),
      day: z.number().int().min(1).max(100),
      title: text(80, t("the title of its day")),
    })
    .optional()
    .catch(undefined),
} satisfies FieldsInFile<EntryContent>;

const wayId = z.string().regex(WAY_ID);
const walk = z.object({ way: wayId, name: text(80, t("the name of a way")), since: day }).nullable();
/** The ways that are walked, and the passages that were given. */
const GuidanceSchema = z.object({
  walks: z.object({ morning: walk, evening: walk, before: z.record(wayId, day) }),
  passages: z.string().max(MAX_ASSIGNED_CHARACTERS),
});
const parts = z.array(z.string().max(80)).max(LAYOUT_FIELDS.length);
/** Settings that an import may restore; one that an older file lacks stays as it is. */
export const SettingsSchema = z.object({
  promptSetPreference: z.enum(PROMPT_SET_KEYS),
  ...z.object(fileSchemas(PRAYER_TIMES)).required().shape,
  timezone: z.string().max(64),
  locale: z.enum(LOCALES).optional(),
  weekStart: z.literal(WEEK_STARTS).optional(),
  excludedTags: z
    .array(text(CONTENT_LIMITS.tag, t("a tag")))
    .max(100)
    .optional(),
  prayer: z.object({
    ...fileSchemas(PRAYER_SETTINGS),
    planSince: z.union([day, z.literal("")]),
    examenPack: z.enum(["", ...EXAMEN_PACK_KEYS]).optional(),
    shape: z.object({ morning: parts, evening: parts }).optional(),
  }),
  guidance: GuidanceSchema.optional().catch(undefined),
  ...fileSchemas(APPEARANCE),
  look: z.object(fileSchemas(LOOK)).optional(),
  // Mail and push go to an address and to devices that were shown to be theirs here.
  reminders: z.object(fileSchemas(REMINDERS)).omit({ email: true, push: true }).optional(),
  rhythm: z.object({
    restDay: z.number().int().min(0).max(6).nullable(),
    pauses: z.array(z.object({ from: day, until: day })).max(10),
    hidden: z.boolean(),
  }),
});
export type SettingsInFile = z.output<typeof SettingsSchema>;
