import { isDay } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";
import { BEGINNINGS, type Begins, type Way, type WayDay } from "./way";

/** Why a file in DATA_DIR/ways is not offered; `line` is counted from 1. */
export type WayError = {
  code:
    | "too_large"
    | "not_text"
    | "not_yaml"
    | "too_deep"
    | "not_plain"
    | "twice"
    | "no_way"
    | "unknown"
    | "missing"
    | "bad_value"
    | "too_many_words"
    | "no_days"
    | "no_passage"
    | "bad_name"
    | "taken"
    | "unreadable"
    | "same_name";
  line?: number;
  /** A word of the file itself. */
  detail?: string;
};

/** The line that administrators and writers read. */
export function describeWayError({ code, line = 0, detail = "" }: WayError): string {
  switch (code) {
    case "too_large":
      return t("It is larger than a way: at most 160 KB.");
    case "bad_name":
      return t("The name of its file has small letters a to z, figures and hyphens, and ends in .yaml.");
    case "taken":
      return t("A built-in way has this name already.");
    case "unreadable":
      return t("The file cannot be read.");
    case "same_name":
      return t("There is another way called “{detail}”.", { detail });
    case "not_text":
      return t("It is not plain text in UTF-8.");
    case "not_yaml":
      return t(
        "Line {line}: this cannot be read. Often a quotation mark, a colon or the space at the beginning of a line is the cause; tabs are not allowed there.",
        { line },
      );
    case "too_deep":
      return t("Lists lie too deep in one another.");
    case "not_plain":
      return t("Line {line}: a way has plain text only, without tags (!), anchors (&) and aliases (*).", {
        line,
      });
    case "twice":
      return t("Line {line}: {detail} is here a second time.", { line, detail });
    case "no_way":
      return t("Line {line}: here a way needs lines such as “name: Lent with Mark”.", { line });
    case "unknown":
      return t("Line {line}: a way does not know {detail}.", { line, detail });
    case "missing":
      return t("Line {line}: {detail} is missing or empty.", { line, detail });
    case "bad_value":
      return t("Line {line}: {detail} is too long, or not of the right form.", { line, detail });
    case "too_many_words":
      return t("Line {line}: the point of a day has at most 120 words; this one has {detail}.", {
        line,
        detail,
      });
    case "no_days":
      return t("Line {line}: a way has 1 to 100 days.", { line });
    case "no_passage":
      return t(
        "Line {line}: no translation here has this passage, or it is not one passage of one book: {detail}",
        { line, detail },
      );
  }
}

/** A value of a file with the line that it begins on. */
export type Located = { line: number } & (
  { text: string } | { list: readonly Located[] } | { fields: ReadonlyMap<string, Located> }
);

const MOST_DAYS = 100;
const MOST_WORDS = 120;
/** A file with more faults than these is mended from the top. */
const MOST_FAULTS = 20;
const SHORT = 80;
const LONG = 300;
const POINT = 1_200;
const LANGUAGE = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;
const HEAD = new Set(["name", "by", "language", "licence", "begins", "sundays", "days"]);
const DAY = new Set(["title", "passage", "point", "questions", "closing", "writer"]);

/** A way as its file has it, with the line of each passage, so that one that is not found can be named. */
export type WayFile = { way: Way; passageLines: readonly number[] };

/** Reads a way from the values of its file; all faults are found, up to twenty. */
export function readWayFile(file: Located): WayFile | { faults: WayError[] } {
  if (!("fields" in file)) return { faults: [{ code: "no_way", line: file.line }] };
  const faults: WayError[] = [];
  const head = fieldsOf(file.line, file.fields, HEAD, faults);
  const language = head.text("language", SHORT);
  if (language && !LANGUAGE.test(language))
    faults.push({ code: "bad_value", line: head.line("language"), detail: "language" });
  const begins = parseBegins(head.text("begins", SHORT, "needed"));
  if (!begins) faults.push({ code: "bad_value", line: head.line("begins"), detail: "begins" });
  const sundays = head.text("sundays", SHORT) || "in";
  if (sundays !== "in" && sundays !== "apart")
    faults.push({ code: "bad_value", line: head.line("sundays"), detail: "sundays" });
  const rest = {
    name: head.text("name", SHORT, "needed"),
    by: head.text("by", SHORT),
    licence: head.text("licence", SHORT),
  };
  const days = file.fields.get("days");
  const list = days && "list" in days ? days.list : [];
  if (list.length === 0 || list.length > MOST_DAYS) faults.push({ code: "no_days", line: head.line("days") });
  const read = list.slice(0, MOST_DAYS).map((day) => dayOf(day, faults));
  if (faults.length > 0 || !begins) return { faults: faults.slice(0, MOST_FAULTS) };
  const way: Way = {
    ...rest,
    language,
    begins,
    sundays: sundays === "apart" ? "apart" : "in",
    days: read.map(({ day }) => day),
  };
  return { way, passageLines: read.map(({ line }) => line) };
}

/** "advent", "pentecost - 9", "2027-03-01" or "any". */
export function parseBegins(text: string): Begins | undefined {
  if (text === "any") return "any";
  if (isDay(text)) return { on: text };
  const [, name, sign, number] = /^([a-z-]*[a-z])(?: *([+-]) *(\d{1,2}))?$/.exec(text) ?? [];
  const feast = BEGINNINGS.find((one) => one === name);
  return feast && { feast, plus: number ? Number(`${sign}${number}`) : 0 };
}

function dayOf(lined: Located, faults: WayError[]): { day: WayDay; line: number } {
  const fields = "fields" in lined ? lined.fields : new Map<string, Located>();
  const found = fieldsOf(lined.line, fields, DAY, faults);
  const questions = questionsOf(fields.get("questions"), faults);
  if (!questions) faults.push({ code: "bad_value", line: found.line("questions"), detail: "questions" });
  const day = {
    title: found.text("title", SHORT, "needed"),
    passage: found.text("passage", SHORT, "needed"),
    point: found.text("point", POINT),
    questions: questions ?? [],
    closing: found.text("closing", LONG),
    writer: found.text("writer", SHORT),
  };
  const words = day.point.split(/\s+/u).filter(Boolean).length;
  if (words > MOST_WORDS)
    faults.push({ code: "too_many_words", line: found.line("point"), detail: String(words) });
  return { day, line: found.line("passage") };
}

/** One to three questions, in a list or as one text. */
function questionsOf(lined: Located | undefined, faults: WayError[]): string[] | undefined {
  if (!lined) return undefined;
  const all = "list" in lined ? lined.list : [lined];
  if (all.length < 1 || all.length > 3) return undefined;
  return all.map((one) => {
    const fields = new Map([["questions", one]]);
    return fieldsOf(one.line, fields, fields, faults).text("questions", LONG, "needed");
  });
}

/** The texts of one mapping: each by its name, with its faults. */
function fieldsOf(
  line: number,
  fields: ReadonlyMap<string, Located>,
  known: { has: (name: string) => boolean },
  faults: WayError[],
) {
  for (const [name, { line: at }] of fields)
    if (!known.has(name)) faults.push({ code: "unknown", line: at, detail: name.slice(0, SHORT) });
  const lineOf = (name: string) => fields.get(name)?.line ?? line;
  return {
    line: lineOf,
    text: (name: string, longest: number, isNeeded?: "needed"): string => {
      const found = fields.get(name);
      const text = found && "text" in found ? found.text.trim() : "";
      if (isNeeded && text === "") faults.push({ code: "missing", line: lineOf(name), detail: name });
      else if (text.length > longest || (found && !("text" in found)))
        faults.push({ code: "bad_value", line: lineOf(name), detail: name });
      return text;
    },
  };
}

/** What a new way begins with: the words of the file's own language, which are the same everywhere. */
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
