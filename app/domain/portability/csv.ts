import { wordsIn } from "~/domain/journal/history/search-words";
import type { PortableEntry } from "./portable-entry";

const COLUMNS = ["date", "slot", "kind", "words", "favourite", "passage", "written_at", "timezone"];

/** What a spreadsheet would take for a formula stays text. */
function cell(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const row = (cells: (string | number)[]) => `${cells.map(cell).join(",")}\r\n`;

export const CSV_HEAD = row(COLUMNS);

/** One entry as a row: when and how much, never what. */
export function csvRow(entry: PortableEntry): string {
  const { title, answers, body } = entry.content;
  const words = wordsIn([title, ...answers.map(({ text }) => text), body].join("\n")).length;
  return row([
    entry.forDate,
    entry.slot,
    entry.kind,
    words,
    entry.favourite ? "yes" : "no",
    entry.passageRef,
    entry.createdAt.toISOString(),
    entry.timezone,
  ]);
}
