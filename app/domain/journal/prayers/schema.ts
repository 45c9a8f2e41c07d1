import { z } from "zod";
import { isDay } from "~/domain/calendar/local-day";
import { formatNumber, MONTHS } from "~/domain/calendar/locale";
import { t } from "~/i18n/t";
import {
  INTENTION_LIMITS,
  isAnnualDate,
  RECURRENCES,
  REQUEST_DAYS,
  REQUEST_LIMITS,
  toSingleLine,
  type Recurrence,
} from "./intention";

const NO_WEEKDAY = t("Please choose at least one weekday.");
const WRONG_UNTIL = t("Please enter a day as YYYY-MM-DD.");
const WRONG_DAY = t("Please enter a day of the year, such as 3 March or 03-03.");

/** A checkbox as a boolean. */
const checkboxField = z
  .string()
  .optional()
  .transform((value) => value !== undefined && value !== "");

/** Parses "03-03", "2024-03-03", "3 March" or "Mar 3" to MM-DD; null for anything else. */
function parseAnnualDate(text: string): string | null {
  const normalized = text.trim().toLowerCase().replace(/[.,]/g, "");
  const digits = /^(?:\d{4}-)?(\d{2}-\d{2})$/.exec(normalized)?.[1];
  if (digits) return isAnnualDate(digits) ? digits : null;
  const [, first = "", second = ""] = /^(\p{L}+|\d{1,2})\s+(\p{L}+|\d{1,2})$/u.exec(normalized) ?? [];
  const [word, number] = /^\d/.test(first) ? [second, first] : [first, second];
  const month = word.length < 3 ? -1 : MONTHS.findIndex((each) => each.toLowerCase().startsWith(word));
  if (month < 0) return null;
  const found = `${String(month + 1).padStart(2, "0")}-${number.padStart(2, "0")}`;
  return isAnnualDate(found) ? found : null;
}

const weekday = z.coerce.number().int().min(0).max(6);
const recurrenceFields = {
  rhythm: z.enum(RECURRENCES, t("Please choose one of these.")).default("turn"),
  weekdays: z
    .union([z.array(weekday), weekday.transform((one) => [one])], NO_WEEKDAY)
    .optional()
    .transform((list) => [...new Set(list)].sort()),
  until: z.string().optional(),
  day: z.string().max(40, WRONG_DAY).optional(),
  dayOnly: checkboxField,
};
type RhythmFields = z.output<z.ZodObject<typeof recurrenceFields>>;

/** The recurrence from its fields, or the invalid field with its message. */
function parseRecurrence({
  rhythm,
  weekdays,
  until = "",
  day = "",
  dayOnly,
}: RhythmFields): Recurrence | [string, string] {
  switch (rhythm) {
    case "turn":
    case "daily":
      return { kind: rhythm };
    case "weekdays":
      return weekdays.length > 0 ? { kind: rhythm, weekdays } : ["weekdays", NO_WEEKDAY];
    case "until":
      return isDay(until) ? { kind: rhythm, until } : ["until", WRONG_UNTIL];
    case "yearly": {
      const found = parseAnnualDate(day);
      return found ? { kind: rhythm, day: found, dayOnly } : ["day", WRONG_DAY];
    }
  }
}

/** Replaces the recurrence fields of a form's value with `rhythm`; adds an issue if one is invalid. */
function withRecurrence<V extends RhythmFields>(value: V, context: z.RefinementCtx) {
  const { rhythm: _, weekdays: _days, until: _until, day: _day, dayOnly: _only, ...rest } = value;
  const rhythm = parseRecurrence(value);
  if (!Array.isArray(rhythm)) return { ...rest, rhythm };
  const [field, message] = rhythm;
  context.addIssue({ code: "custom", path: [field], message });
  return z.NEVER;
}

const { name: NAME, line: LINE, carried: CARRIED } = INTENTION_LIMITS;

const EMPTY_NAME = t("Please write who or what you hold in prayer.");
const LONG_NAME = t("Please keep this under {limit} characters.", { limit: NAME });
const LONG_LINE = t("Please keep this under {limit} characters.", { limit: LINE });
export const DAY_HAS_PASSED = t("This day has passed. Please choose today or a later day.");
const EMPTY_LIST = t("Please write at least one name, each on a line of its own.");

const NO_ROOM = t("You already carry {limit} intentions. Please lay one down or delete one first.", {
  limit: formatNumber(CARRIED),
});
export const INTENTION_REFUSALS = {
  too_many: { title: t("There is no room for more"), text: NO_ROOM },
} as const;

const upToLine = z.string().max(LINE, LONG_LINE).optional();
const lineField = upToLine.transform((value) => toSingleLine(value ?? ""));
const cameField = upToLine.transform((value) => value?.trim() ?? "");
const name = z
  .string({ error: EMPTY_NAME })
  .transform(toSingleLine)
  .pipe(z.string().min(1, EMPTY_NAME).max(NAME, LONG_NAME));
const version = z.coerce.number().int().min(1).optional();
const prayerId = z.string({ error: t("Please use one of the buttons on this page.") }).max(64);

/** Parses a pasted list: one name per line, without bullets and duplicates. */
const list = z.string().transform((text, context) => {
  const names = new Set<string>();
  for (const [at, each] of text.split(/\r\n|[\r\n]/).entries()) {
    const line = toSingleLine(each.replace(/^\s*(?:[-*•·–]|\d{1,4}[.)])\s+/, ""));
    if (line.length > NAME) {
      const message = t("Line {line} is too long. Please keep each under {limit} characters.", {
        line: at + 1,
        limit: NAME,
      });
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
    if (line) names.add(line);
  }
  if (names.size > CARRIED) context.addIssue({ code: "custom", message: NO_ROOM });
  return [...names];
});

const AddSchema = z
  .object({
    intent: z.literal("add"),
    name: z
      .string()
      .refine((value) => toSingleLine(value).length <= NAME, LONG_NAME)
      .optional(),
    line: lineField,
    list: list.optional(),
    /** Set by the form for a pasted list, so that its error appears at the list and not at the name. */
    paste: checkboxField,
    ...recurrenceFields,
  })
  .transform((value, context) => {
    const single = toSingleLine(value.name ?? "");
    const names = [...(single ? [single] : []), ...(value.list ?? []).filter((each) => each !== single)];
    if (names.length === 0) {
      const [field, message] = value.paste ? ["list", EMPTY_LIST] : ["name", EMPTY_NAME];
      context.addIssue({ code: "custom", path: [field], message });
    }
    const { name: _name, list: _list, paste: _paste, ...rest } = value;
    return withRecurrence({ ...rest, names }, context);
  });

const SaveSchema = z
  .object({
    intent: z.literal("save"),
    prayerId,
    name,
    line: lineField,
    version,
    shared: checkboxField,
    ...recurrenceFields,
  })
  .transform(withRecurrence);

const LaySchema = z.object({ intent: z.literal("laydown"), prayerId, version, came: cameField });
const PlainSchema = z.object({ intent: z.enum(["rest", "resume", "delete"]), prayerId });

/** The forms of intentions, by intent. */
export const INTENTION_SCHEMAS = [AddSchema, SaveSchema, LaySchema, PlainSchema] as const;

const { text: TEXT, initial: INITIAL, outcome: OUTCOME } = REQUEST_LIMITS;
const upTo = (limit: number) => t("Please use at most {most} characters.", { most: limit });
const EMPTY_REQUEST = t("Please write what you would like prayer for.");

const request = z
  .string({ error: EMPTY_REQUEST })
  .trim()
  .min(1, EMPTY_REQUEST)
  .refine((text) => [...text].length <= TEXT, upTo(TEXT));
const requestId = z.string({ error: t("Please use one of the buttons on this page.") }).max(64);

const REQUEST_INTENTS = ["ask", "endRequest", "approveRequest", "shortenRequest", "removeRequest"] as const;

/** The forms of prayer requests, by intent. */
export const PRAYER_REQUEST_SCHEMAS = [
  z.object({
    intent: z.literal("ask"),
    request,
    initial: z
      .string()
      .transform(toSingleLine)
      .refine((text) => [...text].length <= INITIAL, upTo(INITIAL))
      .optional(),
    days: z.coerce
      .number()
      .refine((days) => (REQUEST_DAYS as readonly number[]).includes(days), t("Please choose one of these."))
      .default(30),
    consent: checkboxField.refine((given) => given, t("Please confirm this first.")),
  }),
  z.object({
    intent: z.literal("endRequest"),
    requestId,
    outcome: z
      .string()
      .trim()
      .refine((text) => [...text].length <= OUTCOME, upTo(OUTCOME))
      .optional(),
  }),
  z.object({ intent: z.literal("shortenRequest"), requestId, request }),
  z.object({ intent: z.literal("approveRequest"), requestId }),
  z.object({ intent: z.literal("removeRequest"), requestId }),
] as const;

export type PrayerRequestAction = z.output<(typeof PRAYER_REQUEST_SCHEMAS)[number]>;

export const isRequestIntent = (intent: unknown): boolean =>
  (REQUEST_INTENTS as readonly unknown[]).includes(intent);

export const TOO_OFTEN_ASKED = {
  title: t("Please wait until tomorrow"),
  text: t("There is a limit for each day. What you wrote is still in the form."),
};
export const TOO_MANY_REQUESTS = t(
  "You already have three requests on the list. Please take one of them off first.",
);
