import { t } from "~/i18n/t";
import type { PortableEntry } from "./portable-entry";

const COLUMNS = [
  t("date"),
  t("slot"),
  t("kind"),
  t("words"),
  t("favourite"),
  t("passage"),
  t("written_at"),
  t("timezone"),
];

/** What a spreadsheet would take for a formula stays text. */
function cell(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const row = (cells: (string | number)[]) => `${cells.map(cell).join(",")}\r\n`;

export const CSV_HEAD = row(COLUMNS);

/** One entry as a row: when and how much, never what. */
export function csvRow(entry: PortableEntry, words: number): string {
  return row([
    entry.forDate,
    entry.slot,
    entry.kind,
    words,
    entry.favourite ? t("yes") : t("no"),
    entry.passageRef,
    entry.createdAt.toISOString(),
    entry.timezone,
  ]);
}
