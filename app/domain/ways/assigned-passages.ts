import { addDays, isDay } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";

/** Maximum lines of passages assigned by a spiritual director. */
export const MAX_ASSIGNED = 60;
const MAX_LINE = 200;
export const MAX_ASSIGNED_CHARACTERS = MAX_ASSIGNED * (MAX_LINE + 20);

/** The default note below an assigned passage. */
export const ASSIGNED_NOTE = t("One of the passages that you were given");

/** A parsed line; `line` is its number from 1, `date` is empty without a day. */
type AssignedLine = { line: number; date: string; words: string; note: string };
/** `date` is YYYY-MM-DD. */
export type AssignedPassage = { date: string; reference: string; note: string };

const LINE = /^(?:(\d{4}-\d{2}-\d{2})\s+)?(.*?)(?:\s+[-–—]\s+(?=\D)(.*))?$/su;

/** Parses the lines of a text; `faults` are messages about invalid lines. */
export function parseAssignedLines(text: string): { lines: AssignedLine[]; faults: string[] } {
  const all = text.split(/\r?\n/).map((words, at) => ({ words: words.trim(), line: at + 1 }));
  const written = all.filter(({ words }) => words !== "");
  const faults =
    written.length > MAX_ASSIGNED ? [t("Please use {most} lines or fewer.", { most: MAX_ASSIGNED })] : [];
  const lines = written.slice(0, MAX_ASSIGNED).map(({ words: raw, line }) => {
    // Cut before matching, because the expression is slow for a long run of spaces.
    const short = raw.slice(0, MAX_LINE).replace(/^[-*•]\s+/, "");
    const [, date = "", words = "", note = ""] = LINE.exec(short) ?? [];
    if (raw.length > MAX_LINE)
      faults.push(t("Line {line}: please keep it under {most} characters.", { line, most: MAX_LINE }));
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

/** Gives each line without a day the next free day after the previous line. The search for a first line begins at `from`. */
export function assignDays<Line extends { date: string }>(lines: readonly Line[], from: string): Line[] {
  const usedDays = new Set(lines.map(({ date }) => date));
  let next = from;
  return lines.map((line) => {
    let { date } = line;
    if (!date) {
      while (usedDays.has(next)) next = addDays(next, 1);
      date = next;
      usedDays.add(date);
    }
    next = addDays(date, 1);
    return { ...line, date };
  });
}

/** Formats passages for storage and forms: one line each, with its day. */
export const formatAssigned = (all: readonly AssignedPassage[]): string =>
  all.map(({ date, reference, note }) => `${date} ${reference}${note && ` - ${note}`}`).join("\n");

/** The passage for a day in a text written by `formatAssigned`. */
export function findAssignedPassage(text: string, date: string): AssignedPassage | undefined {
  const found = text.split("\n").find((line) => line.startsWith(`${date} `));
  const [, , reference = "", note = ""] = LINE.exec(found ?? "") ?? [];
  return reference ? { date, reference, note } : undefined;
}
