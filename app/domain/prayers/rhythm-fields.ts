import { z } from "zod";
import { MONTHS } from "~/domain/calendar/day-names";
import { isDay } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";
import { isYearDay, RHYTHMS, type Rhythm } from "./rhythm";

/** The fields that say when an intention comes, with the messages beside them. */
const NO_WEEKDAY = t("Please choose at least one weekday.");
const WRONG_UNTIL = t("Please enter a day as YYYY-MM-DD.");
const WRONG_DAY = t("Please enter a day of the year, such as 3 March or 03-03.");

/** A box to tick. */
export const ticked = z
  .string()
  .optional()
  .transform((value) => value !== undefined && value !== "");

/** MM-DD of "03-03", "2024-03-03", "3 March" or "Mar 3"; null for anything else. */
function yearDayFrom(text: string): string | null {
  const given = text.trim().toLowerCase().replace(/[.,]/g, "");
  const digits = /^(?:\d{4}-)?(\d{2}-\d{2})$/.exec(given)?.[1];
  if (digits) return isYearDay(digits) ? digits : null;
  const [, first = "", second = ""] = /^(\p{L}+|\d{1,2})\s+(\p{L}+|\d{1,2})$/u.exec(given) ?? [];
  const [word, number] = /^\d/.test(first) ? [second, first] : [first, second];
  const month = word.length < 3 ? -1 : MONTHS.findIndex((each) => each.toLowerCase().startsWith(word));
  if (month < 0) return null;
  const found = `${String(month + 1).padStart(2, "0")}-${number.padStart(2, "0")}`;
  return isYearDay(found) ? found : null;
}

const weekday = z.coerce.number().int().min(0).max(6);
export const rhythmFields = {
  rhythm: z.enum(RHYTHMS, t("Please choose one of these.")).default("turn"),
  weekdays: z
    .union([z.array(weekday), weekday.transform((one) => [one])], NO_WEEKDAY)
    .optional()
    .transform((list) => [...new Set(list)].sort()),
  until: z.string().optional(),
  day: z.string().max(40, WRONG_DAY).optional(),
  dayOnly: ticked,
};
type RhythmFields = z.output<z.ZodObject<typeof rhythmFields>>;

/** The rhythm from its fields, or the field that is wrong. */
function rhythmFrom({
  rhythm,
  weekdays,
  until = "",
  day = "",
  dayOnly,
}: RhythmFields): Rhythm | [string, string] {
  switch (rhythm) {
    case "turn":
    case "daily":
      return { kind: rhythm };
    case "weekdays":
      return weekdays.length > 0 ? { kind: rhythm, weekdays } : ["weekdays", NO_WEEKDAY];
    case "until":
      return isDay(until) ? { kind: rhythm, until } : ["until", WRONG_UNTIL];
    case "yearly": {
      const found = yearDayFrom(day);
      return found ? { kind: rhythm, day: found, dayOnly } : ["day", WRONG_DAY];
    }
  }
}

/** The value with its rhythm instead of the fields for it. */
export function withRhythm<V extends RhythmFields>(value: V, context: z.RefinementCtx) {
  const { rhythm: _, weekdays: _days, until: _until, day: _day, dayOnly: _only, ...rest } = value;
  const rhythm = rhythmFrom(value);
  if (!Array.isArray(rhythm)) return { ...rest, rhythm };
  const [field, message] = rhythm;
  context.addIssue({ code: "custom", path: [field], message });
  return z.NEVER;
}
