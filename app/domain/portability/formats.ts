/** The shapes in which a journal can be taken along (contract section 8, "Names"). */
export const EXPORT_FORMATS = ["json", "markdown", "html", "dayone", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

type Shape = {
  name: string;
  text: string;
  type: string;
  /** What its file is called after the day. */
  ending: string;
};

export const FORMATS: Record<ExportFormat, Shape> = {
  json: {
    name: "JSON, everything",
    text: "One file with all there is, earlier versions and settings included. This is the one to keep, and to bring back here.",
    type: "application/json; charset=utf-8",
    ending: ".json",
  },
  markdown: {
    name: "Markdown",
    text: "A zip with one text file for each entry, in a folder for each year. Obsidian and many others open it.",
    type: "application/zip",
    ending: "-markdown.zip",
  },
  html: {
    name: "Web page",
    text: "One page to read and to print, which needs nothing else.",
    type: "text/html; charset=utf-8",
    ending: ".html",
  },
  dayone: {
    name: "Day One",
    text: "A zip that the Day One app takes in.",
    type: "application/zip",
    ending: "-day-one.zip",
  },
  csv: {
    name: "Table of dates",
    text: "A table without your words: day, time of day, kind and number of words, for a spreadsheet.",
    type: "text/csv; charset=utf-8",
    ending: ".csv",
  },
};

/** "still-and-know-2026-11-21.json" */
export function exportFileName(format: ExportFormat, day: string): string {
  return `still-and-know-${day}${FORMATS[format].ending}`;
}
