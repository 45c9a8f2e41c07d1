import { t } from "~/i18n/t";
import { csvLines } from "~/platform/csv.server";
import type { PortableEntry } from "./portable-entry";

export const CSV_HEAD = csvLines([
  [t("date"), t("slot"), t("kind"), t("words"), t("favourite"), t("passage"), t("written_at"), t("timezone")],
]);

/** One entry as a row: its date and length, never its words. */
export function csvRow(entry: PortableEntry, words: number): string {
  return csvLines([
    [
      entry.forDate,
      entry.slot,
      entry.kind,
      words,
      entry.favourite ? t("yes") : t("no"),
      entry.passageRef,
      entry.createdAt.toISOString(),
      entry.timezone,
    ],
  ]);
}
