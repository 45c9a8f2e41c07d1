import { addDays, isDay } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";

/** The passages that a director gives: how many lines there may be, and how long each. */
export const MAX_ASSIGNED = 60;
const LONGEST_GIVEN = 200;
export const MAX_ASSIGNED_CHARACTERS = MAX_ASSIGNED * (LONGEST_GIVEN + 20);

/** Said below a passage that came without a note. */
export const ASSIGNED_NOTE = t("One of the passages that you were given");

/** A line as it was typed; `line` is counted from 1. */
export type AssignedLine = { line: number; date: string; words: string; note: string };
/** A passage for a day. */
export type AssignedPassage = { date: string; reference: string; note: string };

const LINE = /^(?:(\d{4}-\d{2}-\d{2})\s+)?(.*?)(?:\s+[-–—]\s+(?=\D)(.*))?$/su;

/** The lines of a text, each with the day that it has, and what is wrong with them. */
export function parseAssignedLines(text: string): { lines: AssignedLine[]; faults: string[] } {
  const all = text.split(/\r?\n/).map((words, at) => ({ words: words.trim(), line: at + 1 }));
  const written = all.filter(({ words }) => words !== "");
  const faults =
    written.length > MAX_ASSIGNED ? [t("Please use {most} lines or fewer.", { most: MAX_ASSIGNED })] : [];
  const lines = written.slice(0, MAX_ASSIGNED).map(({ words: typed, line }) => {
    // Cut before it is read: an expression takes its time with a long run of spaces.
    const short = typed.slice(0, LONGEST_GIVEN).replace(/^[-*•]\s+/, "");
    const [, date = "", words = "", note = ""] = LINE.exec(short) ?? [];
    if (typed.length > LONGEST_GIVEN)
      faults.push(t("Line {line}: please keep it under {most} characters.", { line, most: LONGEST_GIVEN }));
    if (date && !isDay(date)) faults.push(t("Line {line}: there is no day {date}.", { line, date }));
    return { line, date, words, note };
  });
  for (const [at, { line, date }] of lines.entries()) {
    const first = date && lines.slice(0, at).find((other) => other.date === date);
    if (first)
      faults.push(
        t("Line {line}: {date} has a passage already, in line {first}.", { line, date, first: first.line }),
      );
  }
  return { lines, faults };
}

/** Every line with a day: one without its own has the next that is free after the line before it, the first from `from`. */
export function assignDays<Line extends { date: string }>(lines: readonly Line[], from: string): Line[] {
  const taken = new Set(lines.map(({ date }) => date));
  let next = from;
  return lines.map((line) => {
    let { date } = line;
    if (!date) {
      while (taken.has(next)) next = addDays(next, 1);
      date = next;
    }
    next = addDays(date, 1);
    return { ...line, date };
  });
}

/** Passages as they are kept and shown: a line each, with its day. */
export const formatAssigned = (all: readonly AssignedPassage[]): string =>
  all.map(({ date, reference, note }) => `${date} ${reference}${note && ` - ${note}`}`).join("\n");

/** What a text that was kept has for a day. */
export function assignedOn(text: string, date: string): AssignedPassage | undefined {
  const found = text.split("\n").find((line) => line.startsWith(`${date} `));
  const [, , reference = "", note = ""] = LINE.exec(found ?? "") ?? [];
  return reference ? { date, reference, note } : undefined;
}
