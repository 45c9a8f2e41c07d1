import { isDay } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";
import { BEGINNINGS, type Begins, type Way, type WayDay } from "./way";

/** Messages for administrators and writers. */
const WAY_ERRORS = {
  too_large: () => t("It is larger than a way: at most 160 KB."),
  bad_name: () => t("The name of its file has small letters a to z, figures and hyphens, and ends in .yaml."),
  taken: () => t("A built-in way has this name already."),
  unreadable: () => t("The file cannot be read."),
  same_name: ({ detail }) => t("There is another way called “{detail}”.", { detail }),
  not_text: () => t("It is not plain text in UTF-8."),
  not_yaml: ({ line }) =>
    t(
      "Line {line}: this cannot be read. Often a quotation mark, a colon or the space at the beginning of a line is the cause; tabs are not allowed there.",
      { line },
    ),
  too_deep: () => t("Lists are nested too deeply."),
  not_plain: ({ line }) =>
    t("Line {line}: a way has plain text only, without tags (!), anchors (&) and aliases (*).", {
      line,
    }),
  twice: ({ line, detail }) => t("Line {line}: {detail} appears twice.", { line, detail }),
  no_way: ({ line }) => t("Line {line}: here a way needs lines such as “name: Lent with Mark”.", { line }),
  unknown: ({ line, detail }) => t("Line {line}: a way does not know {detail}.", { line, detail }),
  missing: ({ line, detail }) => t("Line {line}: {detail} is missing or empty.", { line, detail }),
  bad_value: ({ line, detail }) =>
    t("Line {line}: {detail} is too long, or not of the right form.", { line, detail }),
  too_many_words: ({ line, detail }) =>
    t("Line {line}: the point of a day has at most 120 words; this one has {detail}.", {
      line,
      detail,
    }),
  no_days: ({ line }) => t("Line {line}: a way has 1 to 100 days.", { line }),
  no_passage: ({ line, detail }) =>
    t("Line {line}: no translation here has this passage, or it is not one passage of one book: {detail}", {
      line,
      detail,
    }),
} satisfies Record<string, (at: { line: number; detail: string }) => string>;

/** Reason why a file in DATA_DIR/ways is rejected; `line` counts from 1, `detail` is an excerpt of the file. */
export type WayError = { code: keyof typeof WAY_ERRORS; line?: number; detail?: string };

export const describeWayError = ({ code, line = 0, detail = "" }: WayError): string =>
  WAY_ERRORS[code]({ line, detail });

/** A parsed value with its first line. */
type Located = { line: number } & (
  | { text: string }
  | { list: readonly Located[] }
  | { fields: ReadonlyMap<string, Located> }
);

export const MAX_DAYS = 100;
export const MAX_POINT_WORDS = 120;
const MAX_ERRORS = 20;
/** Maximum lengths of short texts, long texts and points, in characters. */
export const MAX_SHORT = 80;
export const MAX_LONG = 300;
export const MAX_POINT = 1_200;
const LANGUAGE = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;
const WAY_FIELDS = new Set(["name", "about", "by", "language", "licence", "begins", "sundays", "days"]);
const DAY_FIELDS = new Set(["title", "passage", "point", "questions", "closing", "writer"]);

/** A parsed way, with the line of each passage for messages about unknown ones. */
export type WayFile = { way: Way; passageLines: readonly number[] };

/**
 * Reads a way from the parsed values of its file, or reports up to MAX_ERRORS errors. The worst case, a malicious file,
 * takes half a second.
 */
export function readWayFile(file: Located | WayError): WayFile | { faults: WayError[] } {
  if ("code" in file) return { faults: [file] };
  if (!("fields" in file)) return { faults: [{ code: "no_way", line: file.line }] };
  const faults: WayError[] = [];
  const head = fieldsOf(file.line, file.fields, WAY_FIELDS, faults);
  const language = head.text("language", MAX_SHORT);
  if (language && !LANGUAGE.test(language))
    faults.push({ code: "bad_value", line: head.line("language"), detail: "language" });
  const begins = parseBegins(head.text("begins", MAX_SHORT, "needed"));
  if (!begins) faults.push({ code: "bad_value", line: head.line("begins"), detail: "begins" });
  const sundays = head.text("sundays", MAX_SHORT) || "in";
  if (sundays !== "in" && sundays !== "apart")
    faults.push({ code: "bad_value", line: head.line("sundays"), detail: "sundays" });
  const rest = {
    name: head.text("name", MAX_SHORT, "needed"),
    by: head.text("by", MAX_SHORT),
    licence: head.text("licence", MAX_SHORT),
  };
  const about = head.text("about", MAX_POINT);
  const days = file.fields.get("days");
  const list = days && "list" in days ? days.list : [];
  if (list.length === 0 || list.length > MAX_DAYS) faults.push({ code: "no_days", line: head.line("days") });
  const read = list.slice(0, MAX_DAYS).map((day) => readDay(day, faults));
  if (faults.length > 0 || !begins) return { faults: faults.slice(0, MAX_ERRORS) };
  const way: Way = {
    ...rest,
    ...(about && { about }),
    language,
    begins,
    sundays: sundays === "apart" ? "apart" : "in",
    days: read.map(({ day }) => day),
  };
  return { way, passageLines: read.map(({ line }) => line) };
}

/** Parses "advent", "pentecost - 9", "2027-03-01" or "any"; undefined for anything else. */
export function parseBegins(text: string): Begins | undefined {
  if (text === "any") return "any";
  if (isDay(text)) return { on: text };
  const [, name, sign, number] = /^([a-z-]*[a-z])(?: *([+-]) *(\d{1,2}))?$/.exec(text) ?? [];
  const feast = BEGINNINGS.find((known) => known === name);
  return feast && { feast, plus: number ? Number(`${sign}${number}`) : 0 };
}

function readDay(value: Located, faults: WayError[]): { day: WayDay; line: number } {
  const fields = "fields" in value ? value.fields : new Map<string, Located>();
  const reader = fieldsOf(value.line, fields, DAY_FIELDS, faults);
  const questions = readQuestions(fields.get("questions"), faults);
  if (!questions) faults.push({ code: "bad_value", line: reader.line("questions"), detail: "questions" });
  const day = {
    title: reader.text("title", MAX_SHORT, "needed"),
    passage: reader.text("passage", MAX_SHORT, "needed"),
    point: reader.text("point", MAX_POINT),
    questions: questions ?? [],
    closing: reader.text("closing", MAX_LONG),
    writer: reader.text("writer", MAX_SHORT),
  };
  const words = day.point.split(/\s+/u).filter(Boolean).length;
  if (words > MAX_POINT_WORDS)
    faults.push({ code: "too_many_words", line: reader.line("point"), detail: String(words) });
  return { day, line: reader.line("passage") };
}

/** Reads one to three questions, from a list or a single text; undefined for another number. */
function readQuestions(value: Located | undefined, faults: WayError[]): string[] | undefined {
  if (!value) return undefined;
  const all = "list" in value ? value.list : [value];
  if (all.length < 1 || all.length > 3) return undefined;
  return all.map((each) => {
    const fields = new Map([["questions", each]]);
    return fieldsOf(each.line, fields, fields, faults).text("questions", MAX_LONG, "needed");
  });
}

/** Reads the texts of a mapping and adds errors for unknown, missing and invalid fields. */
function fieldsOf(
  line: number,
  fields: ReadonlyMap<string, Located>,
  known: { has: (name: string) => boolean },
  faults: WayError[],
) {
  for (const [name, { line: at }] of fields)
    if (!known.has(name)) faults.push({ code: "unknown", line: at, detail: name.slice(0, MAX_SHORT) });
  const lineOf = (name: string) => fields.get(name)?.line ?? line;
  return {
    line: lineOf,
    text: (name: string, max: number, isNeeded?: "needed"): string => {
      const found = fields.get(name);
      const text = found && "text" in found ? found.text.trim() : "";
      if (isNeeded && text === "") faults.push({ code: "missing", line: lineOf(name), detail: name });
      else if (text.length > max || (found && !("text" in found)))
        faults.push({ code: "bad_value", line: lineOf(name), detail: name });
      return text;
    },
  };
}

/** The initial text of a new way. Not translated: the names of the fields are the same in every language. */
export const EXAMPLE_WAY = `name: Lent with Mark
by: St Anne's
language: en
licence: CC BY 4.0
begins: ash-wednesday
sundays: apart
days:
  - title: Dust
    passage: Genesis 3:17-19
    point: >
      A few sentences, at most 120 words.
    questions:
      - What is dust to you?
    closing: Breathe on us.
`;
