import { t } from "~/i18n/t";

/** The formats a journal can be exported in. */
export const EXPORT_FORMATS = ["json", "markdown", "html", "dayone", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

type Shape = {
  name: string;
  text: string;
  type: string;
  /** The end of its file name, after the day. */
  ending: string;
};

export const FORMATS: Record<ExportFormat, Shape> = {
  json: {
    name: t("JSON, everything"),
    text: t(
      "One file with everything, earlier versions and settings included. This is the one to keep, and to import here again.",
    ),
    type: "application/json; charset=utf-8",
    ending: ".json",
  },
  markdown: {
    name: t("Markdown"),
    text: t(
      "A zip with one text file for each entry, in a folder for each year. Obsidian and many others open it.",
    ),
    type: "application/zip",
    ending: "-markdown.zip",
  },
  html: {
    name: t("Web page"),
    text: t("One page to read and to print. It needs nothing else."),
    type: "text/html; charset=utf-8",
    ending: ".html",
  },
  dayone: {
    name: t("Day One"),
    text: t("A zip that the Day One app can import."),
    type: "application/zip",
    ending: "-day-one.zip",
  },
  csv: {
    name: t("Table of dates"),
    text: t("A table without your words: day, time of day, kind and passage, for a spreadsheet."),
    type: "text/csv; charset=utf-8",
    ending: ".csv",
  },
};

/** "still-and-know-2026-11-21.json" */
export function exportFileName(format: ExportFormat, day: string): string {
  return `still-and-know-${day}${FORMATS[format].ending}`;
}
