import { isDay } from "~/domain/calendar/local-day";
import { BEGINNINGS, type Begins, type Way, type WayDay } from "./way";
import type { WayFault } from "./way-fault";

/** A value of a file with the line that it begins on. */
export type Lined = { line: number } & (
  { text: string } | { list: readonly Lined[] } | { fields: ReadonlyMap<string, Lined> }
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
export function readWayFile(file: Lined): WayFile | { faults: WayFault[] } {
  if (!("fields" in file)) return { faults: [{ code: "no_way", line: file.line }] };
  const faults: WayFault[] = [];
  const head = fieldsOf(file.line, file.fields, HEAD, faults);
  const language = head.text("language", SHORT);
  if (language && !LANGUAGE.test(language))
    faults.push({ code: "bad_value", line: head.line("language"), detail: "language" });
  const begins = beginsOn(head.text("begins", SHORT, "needed"));
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
export function beginsOn(text: string): Begins | undefined {
  if (text === "any") return "any";
  if (isDay(text)) return { on: text };
  const [, name, sign, number] = /^([a-z-]*[a-z])(?: *([+-]) *(\d{1,2}))?$/.exec(text) ?? [];
  const feast = BEGINNINGS.find((one) => one === name);
  return feast && { feast, plus: number ? Number(`${sign}${number}`) : 0 };
}

function dayOf(lined: Lined, faults: WayFault[]): { day: WayDay; line: number } {
  const fields = "fields" in lined ? lined.fields : new Map<string, Lined>();
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
function questionsOf(lined: Lined | undefined, faults: WayFault[]): string[] | undefined {
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
  fields: ReadonlyMap<string, Lined>,
  known: { has: (name: string) => boolean },
  faults: WayFault[],
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
