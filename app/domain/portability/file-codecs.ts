import { z } from "zod";
import { isDay } from "~/domain/calendar/local-day";
import { LOCALES } from "~/domain/calendar/locale";
import { CONTENT_LIMITS, EMPTY_CONTENT, type EntryContent } from "~/domain/journal/entries/content";
import { mapShortTexts, SHORT_TEXTS } from "~/domain/journal/entries/short-texts";
import { MAX_PICTURE_TEXT, PICTURE_LIMITS } from "~/domain/journal/pictures/picture";
import { EXAMEN_PACK_KEYS, ROTATION } from "~/domain/journal/prompt-sets/lectio-examen";
import { ANSWER_KEYS, LAYOUT_FIELDS } from "~/domain/journal/prompt-sets/prompt-set";
import { WEEK_STARTS } from "~/domain/member/member";
import { PRAYER_SETTINGS, PROMPT_SET_KEYS } from "~/domain/member/prayer-settings";
import { PRAYER_TIMES } from "~/domain/member/prayer-times";
import { APPEARANCE, INSIGHTS, LOOK, REMINDERS } from "~/domain/member/preferences";
import { fileSchemas } from "~/domain/member/setting-schemas";
import { MAX_ASSIGNED_CHARACTERS } from "~/domain/ways/assigned-passages";
import { WAY_ID } from "~/domain/ways/way";
import { t } from "~/i18n/t";

/** Larger than the limit of our forms, because older versions and other apps had no limit. */
export const MAX_STORED_TEXT: number = CONTENT_LIMITS.stored;

/** A string of at most `most` characters; `what` names the field in an error message. */
export const text = (most: number, what: string) =>
  z
    .string(t("{what} is not text", { what }))
    .max(most, t("{what} is longer than {most} characters", { what, most: most.toLocaleString("en") }))
    // The database cannot store lone surrogates and NUL unchanged.
    .overwrite((value) => value.toWellFormed().replaceAll("\0", ""));
export const day = z.string(t("the day is missing")).refine(isDay, t("the day is not written as YYYY-MM-DD"));
/** A Date, in ISO 8601 in the file. */
export const moment = z.codec(
  z
    .string(t("a date and time is missing"))
    .refine((value) => !Number.isNaN(Date.parse(value)), t("a date and time is not written as one")),
  z.date(),
  { decode: (value) => new Date(value), encode: (value) => value.toISOString() },
);
export const positiveInt = z.number().int().min(1).max(1_000_000);
/** A value of `list`. Exports skip the check, so a value that was removed from the list is still exported. */
export const knownValue = <Value extends string>(list: readonly Value[], refusal?: string) =>
  z.custom<Value>((value) => (list as readonly unknown[]).includes(value), refusal);

/** Requires a schema for each field of T, so that a new field cannot be missing from the file. */
export type FieldsInFile<T> = { [Name in keyof T]-?: z.ZodType<T[Name]> };

/** Limits apply to imports only: an export never fails because a value exceeds them. */
const WITHOUT_BOUNDS: z.core.ParseContextInternal<z.core.$ZodIssue> = { skipChecks: true };

/** Encodes a value: only the declared fields, in their declared order. */
export const encodeForFile = <S extends z.ZodType>(schema: S, value: z.output<S>): z.input<S> =>
  z.encode(schema, value, WITHOUT_BOUNDS);

/** Moves the fields named in `fields` from a flat record into its `content`. */
export function splitContent<Flat extends object, Content extends z.ZodRawShape>(
  flat: Flat,
  fields: Content,
) {
  const content: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(flat)) (name in fields ? content : rest)[name] = value;
  return { ...rest, content } as Omit<Flat, keyof Content> & { content: z.output<z.ZodObject<Content>> };
}

/** Codec between a flat record in the file and one with a nested `content`. `file` declares all fields, `content` the nested ones. */
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

/** Fields of an entry's content, in the order of the file. */
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
  ...mapShortTexts((name) => {
    const schema = text(SHORT_TEXTS[name].limit, SHORT_TEXTS[name].noun);
    // One type for both schemas, because `EntryContent` does not distinguish them.
    return (name in EMPTY_CONTENT ? schema.default("") : schema.optional()) as z.ZodOptional<z.ZodString>;
  }),
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
/** Progress of the member's ways, and assigned passages as text. */
const GuidanceSchema = z.object({
  walks: z.object({ morning: walk, evening: walk, before: z.record(wayId, day) }),
  passages: z.string().max(MAX_ASSIGNED_CHARACTERS),
});
const parts = z.array(z.string().max(80)).max(LAYOUT_FIELDS.length);
/** Settings that an import can restore. Settings missing from an older file stay unchanged. */
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
    examenPack: z.enum(["", ROTATION, ...EXAMEN_PACK_KEYS]).optional(),
    shape: z.object({ morning: parts, evening: parts }).optional(),
  }),
  guidance: GuidanceSchema.optional().catch(undefined),
  ...fileSchemas(APPEARANCE),
  look: z.object(fileSchemas(LOOK)).optional(),
  // Email and push are left out: email address and devices must be verified on this instance.
  reminders: z.object(fileSchemas(REMINDERS)).omit({ email: true, push: true }).optional(),
  // The email needs consent on this instance.
  insights: z.object(fileSchemas(INSIGHTS)).omit({ mailNotice: true }).optional(),
  rhythm: z.object({
    restDay: z.number().int().min(0).max(6).nullable(),
    pauses: z.array(z.object({ from: day, until: day })).max(10),
    hidden: z.boolean(),
  }),
});
export type SettingsInFile = z.output<typeof SettingsSchema>;
