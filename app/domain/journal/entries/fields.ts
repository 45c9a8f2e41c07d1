import { z } from "zod";
import { isDay } from "~/domain/calendar/local-day";
import { numberInWords } from "~/domain/calendar/locale";
import { setPartOf } from "~/domain/journal/prompt-sets/all";
import { ANSWER_KEYS, type AnswerKey } from "~/domain/journal/prompt-sets/flow-shape";
import { t } from "~/i18n/t";
import { LIMITS, tagsFrom } from "./content";

/** What the journal's forms may hold, with the messages beside their fields. */
const long = z
  .string()
  .max(
    LIMITS.answer,
    t("Please keep this under {answer} characters.", { answer: numberInWords(LIMITS.answer) }),
  )
  .optional()
  .transform((value) => value ?? "");
const title = z
  .string()
  .max(LIMITS.title, t("Please keep the title under {title} characters.", { title: LIMITS.title }))
  .optional()
  .transform((value) => value ?? "");
const tags = z
  .string()
  .optional()
  .transform((value) => tagsFrom(value ?? ""))
  .refine((list) => list.length <= LIMITS.tags, t("Please use {tags} tags or fewer.", { tags: LIMITS.tags }))
  .refine(
    (list) => list.every((tag) => tag.length <= LIMITS.tag),
    t("Please keep each tag under {tag} characters.", { tag: LIMITS.tag }),
  );
const mood = z
  .string()
  .max(LIMITS.mood, t("Please keep this under {mood} characters.", { mood: LIMITS.mood }))
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
