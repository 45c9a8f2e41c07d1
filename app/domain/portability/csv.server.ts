import { t } from "~/i18n/t";
import { csvLines } from "~/platform/csv.server";
import type { PortableEntry } from "./portable-entry";

export const CSV_HEAD = csvLines([
  [t("date"), t("slot"), t("kind"), t("favourite"), t("passage"), t("written_at"), t("timezone")],
]);

/** One entry as a row: when it was written and what it is, never its words, nor how many they are. */
export function csvRow(entry: PortableEntry): string {
  return csvLines([
    [
      entry.forDate,
      entry.slot,
      entry.kind,
      entry.favourite ? t("yes") : t("no"),
      entry.passageRef,
      entry.createdAt.toISOString(),
      entry.timezone,
    ],
  ]);
}
