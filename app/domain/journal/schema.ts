import { z } from "zod";
import { LIMITS, tagsFrom } from "./content";
import { ANSWER_KEYS } from "./flow";
import { isDay } from "./local-day";

/** What the journal's forms may hold (contract section 3); the messages stand beside their fields. */
const number = (value: number) => value.toLocaleString("en");
const long = z
  .string()
  .max(LIMITS.answer, `Please keep this under ${number(LIMITS.answer)} characters.`)
  .optional()
  .transform((value) => value ?? "");
const title = z
  .string()
  .max(LIMITS.title, `Please keep the title under ${LIMITS.title} characters.`)
  .optional()
  .transform((value) => value ?? "");
const tags = z
  .string()
  .optional()
  .transform((value) => tagsFrom(value ?? ""))
  .refine((list) => list.length <= LIMITS.tags, `Please use ${LIMITS.tags} tags or fewer.`)
  .refine(
    (list) => list.every((tag) => tag.length <= LIMITS.tag),
    `Please keep each tag under ${LIMITS.tag} characters.`,
  );
const mood = z
  .string()
  .max(LIMITS.mood, `Please keep this under ${LIMITS.mood} characters.`)
  .optional()
  .transform((value) => value?.trim() ?? "");
const forDate = z.string().refine(isDay, "Please give a day as YYYY-MM-DD.").optional();
const writing = z.enum(["draft", "next", "back", "finish"]).default("draft");
const auto = z.string().optional();
const version = z.coerce.number().int().min(0).optional();

/** Refused where a day has not come yet. */
export const FUTURE_DAY = "This day has not come yet. Please choose today or a day before.";
export const EMPTY_ENTRY = "Write a few words first, or save it as a draft.";

const answers = <K extends string>(keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, long])) as Record<K, typeof long>;

/** The reflection of a slot: one field per answer key. */
export const MorningSchema = z.object({
  intent: writing,
  forDate,
  _auto: auto,
  ...answers(ANSWER_KEYS.morning),
});
export const EveningSchema = z.object({
  intent: writing,
  forDate,
  _auto: auto,
  ...answers(ANSWER_KEYS.evening),
});
/** A page without questions. */
export const FreeSchema = z.object({ intent: writing, forDate, _auto: auto, title, body: long, tags, mood });

/** Changing an entry: the fields of the form that made it, and the version that was read. */
export const EditSchema = z.object({
  intent: z.literal("save").optional(),
  version,
  title,
  body: long,
  tags,
  mood,
  ...answers([...ANSWER_KEYS.morning, ...ANSWER_KEYS.evening]),
});

export const ENTRY_INTENTS = ["favourite", "unfavourite", "exclude", "include", "delete", "restore"] as const;
export const EntryIntentSchema = z.object({
  intent: z.enum(ENTRY_INTENTS, "Please use one of the buttons of this page."),
});
