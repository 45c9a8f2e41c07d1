import { z } from "zod";
import { isDay } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";
import { BEGINNINGS, WAY_ID, type Begins, type Way, type WayDay } from "./way";
import { MAX_DAYS, MAX_LONG, MAX_POINT, MAX_POINT_WORDS, MAX_SHORT, parseBegins } from "./way-file";

const ID = t("Please use small letters a to z, figures and hyphens: “lent-with-mark”.");
const USE_A_BUTTON = t("Please use one of the buttons on this page.");
const NO_DATE = t("Please choose the date.");

const requiredText = (missing: string, max: number) =>
  z.string(missing).trim().min(1, missing).max(max, t("Please use at most {max} characters.", { max }));
const optionalText = (max: number) =>
  z.string().trim().max(max, t("Please use at most {max} characters.", { max })).default("");

const headFields = {
  title: requiredText(t("Please give the way a name."), MAX_SHORT),
  about: optionalText(MAX_POINT),
  by: optionalText(MAX_SHORT),
  language: optionalText(MAX_SHORT).refine(
    (text) => !text || /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(text),
    t("Please write a language as “en” or “de”."),
  ),
  licence: optionalText(MAX_SHORT),
  beginning: z.enum([...BEGINNINGS, "any", "date"], t("Please choose when it begins.")).default("any"),
  date: z.string().default(""),
  plus: z.coerce.number().int().min(-99).max(99).default(0),
  sundays: z.enum(["in", "apart"]).default("in"),
};

const dayFields = {
  dayTitle: requiredText(t("Please give the day a title."), MAX_SHORT),
  passage: requiredText(t("Please name a passage, such as Mark 1:14-20."), MAX_SHORT),
  point: optionalText(MAX_POINT).refine(
    (text) => countWords(text) <= MAX_POINT_WORDS,
    t("Please use at most {max} words.", { max: MAX_POINT_WORDS }),
  ),
  questions: z
    .string(t("Please ask one to three questions."))
    .transform(splitLines)
    .refine(({ length }) => length >= 1 && length <= 3, t("Please ask one to three questions, one per line."))
    .refine((lines) => lines.every(({ length }) => length <= MAX_LONG), {
      message: t("Please use at most {max} characters.", { max: MAX_LONG }),
    }),
  closing: optionalText(MAX_LONG),
  writer: optionalText(MAX_SHORT),
};

const id = z.string(ID).trim().regex(WAY_ID, ID);
const seen = z.string().max(16).default("");
const day = z.coerce.number().int().min(1).max(MAX_DAYS);

/**
 * The forms of `/admin/ways`: `name` is the id of the way and `seen` the fingerprint of its file, empty for a new one. `save`
 * submits the whole text of the file, the other intents single fields. A `day` after the last day adds a day.
 */
export const WriteWaySchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("save"),
      name: id,
      text: z.string(t("Please write the way.")).default(""),
      seen,
    }),
    z.object({ intent: z.literal("remove"), name: id }),
    z.object({ intent: z.literal("create"), ...headFields, ...dayFields }),
    z.object({ intent: z.literal("saveHead"), name: id, seen, ...headFields }),
    z.object({ intent: z.enum(["saveDay", "saveDayAndAdd"]), name: id, seen, day, ...dayFields }),
    z.object({ intent: z.literal("removeDay"), name: id, seen, day }),
  ],
  USE_A_BUTTON,
);

type HeadValues = { [name in keyof typeof headFields]: z.output<(typeof headFields)[name]> };
type DayValues = { [name in keyof typeof dayFields]: z.output<(typeof dayFields)[name]> };
/** The fields of the two forms as text. */
export type WayHeadFields = Record<keyof HeadValues, string>;
export type WayDayFields = Record<keyof DayValues, string>;

function splitLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

const countWords = (text: string) => text.split(/\s+/u).filter(Boolean).length;

/** The way without its days; undefined if it begins on a date that is missing. */
export function headFromForm(values: HeadValues): Omit<Way, "days"> | undefined {
  const { title: name, about, by, language, licence, beginning, date, plus, sundays } = values;
  const begins = beginning === "date" ? (isDay(date) ? { on: date } : undefined) : parseBegins(beginning);
  if (begins === undefined) return undefined;
  const shifted = typeof begins === "object" && "feast" in begins ? { ...begins, plus } : begins;
  return { name, ...(about && { about }), by, language, licence, begins: shifted, sundays };
}
export const BEGINS_WITHOUT_DATE = { date: [NO_DATE] };

export const dayFromForm = ({ dayTitle: title, ...rest }: DayValues): WayDay => ({ ...rest, title });

export function headToForm({
  name,
  about = "",
  by,
  language,
  licence,
  begins,
  sundays,
}: Omit<Way, "days">): WayHeadFields {
  const isFeast = typeof begins === "object" && "feast" in begins;
  return {
    title: name,
    about,
    by,
    language,
    licence,
    beginning: begins === "any" ? "any" : isFeast ? begins.feast : "date",
    date: typeof begins === "object" && "on" in begins ? begins.on : "",
    plus: isFeast && begins.plus ? String(begins.plus) : "",
    sundays,
  };
}

export const dayToForm = ({ title, questions, ...rest }: WayDay): WayDayFields => ({
  ...rest,
  dayTitle: title,
  questions: questions.join("\n"),
});

function formatBegins(begins: Begins): string {
  if (begins === "any") return "any";
  if ("on" in begins) return begins.on;
  const { feast, plus } = begins;
  return plus === 0 ? feast : `${feast} ${plus > 0 ? "+" : "-"} ${Math.abs(plus)}`;
}

const withoutEmpty = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));

/** The fields of a way's file, in their order and without empty ones. */
export const wayToFile = ({ name, about = "", by, language, licence, begins, sundays, days }: Way): object =>
  withoutEmpty({
    name,
    about,
    by,
    language,
    licence,
    begins: formatBegins(begins),
    sundays: sundays === "in" ? "" : sundays,
    days: days.map(({ title, passage, point, questions, closing, writer }) =>
      withoutEmpty({ title, passage, point, questions, closing, writer }),
    ),
  });

/** The id for a new way: its name in small letters and hyphens, or "way" with the date for a name in another script. */
export function wayIdFromName(name: string, today: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}|['’]/gu, "");
  const words = plain
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  return WAY_ID.test(words) ? words : `way-${today}`;
}
