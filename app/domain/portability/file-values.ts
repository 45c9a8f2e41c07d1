import { z } from "zod";
import { isDay } from "~/domain/calendar/local-day";
import { LIMITS } from "~/domain/journal/entries/content";
import { t } from "~/i18n/t";

/** Longer than our forms accept, because older texts and other apps know no such limit. */
export const LONGEST_TEXT: number = LIMITS.stored;

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
export const whole = z.number().int().min(1).max(1_000_000);
/** One of a list. What was taken off the list since still leaves with its writer. */
export const oneKnown = <Value extends string>(list: readonly Value[], refusal?: string) =>
  z.custom<Value>((value) => (list as readonly unknown[]).includes(value), refusal);

/** A schema for each field of something: one that is added to it cannot be forgotten in the file. */
export type FieldsInFile<T> = { [Name in keyof T]-?: z.ZodType<T[Name]> };

/** Bounds are for what comes in: no export breaks off because something has become longer than they allow. */
const WITHOUT_BOUNDS: z.core.ParseContextInternal<z.core.$ZodIssue> = { skipChecks: true };

/** Something as it stands in a file: the declared fields and no others, in their order. */
export const asInFile = <S extends z.ZodType>(schema: S, value: z.output<S>): z.input<S> =>
  z.encode(schema, value, WITHOUT_BOUNDS);

/** Sets the fields of a content apart, which stand among the others in a file. */
export function apart<Flat extends object, Content extends z.ZodRawShape>(flat: Flat, fields: Content) {
  const content: Record<string, unknown> = {};
  const beside: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(flat)) (name in fields ? content : beside)[name] = value;
  return { ...beside, content } as Omit<Flat, keyof Content> & { content: z.output<z.ZodObject<Content>> };
}

/** Something that has a `content` here and not in its file. `file` declares all fields there, `content` those of its content. */
export function contentApart<File extends z.ZodObject, Content extends z.ZodRawShape>(
  file: File,
  content: Content,
) {
  type Flat = z.output<File>;
  return z.codec(file, z.custom<ReturnType<typeof apart<Flat, Content>>>(), {
    decode: (flat) => apart(flat, content),
    encode: (value) => ({ ...value, ...value.content }) as unknown as Flat,
  });
}
