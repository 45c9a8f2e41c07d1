import { formatsWords } from "~/words/settings/formats";

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
    name: formatsWords.jsonEverything,
    text: formatsWords.jsonEverythingText,
    type: "application/json; charset=utf-8",
    ending: ".json",
  },
  markdown: {
    name: formatsWords.markdown,
    text: formatsWords.markdownText,
    type: "application/zip",
    ending: "-markdown.zip",
  },
  html: {
    name: formatsWords.webPage,
    text: formatsWords.webPageText,
    type: "text/html; charset=utf-8",
    ending: ".html",
  },
  dayone: {
    name: formatsWords.dayOne,
    text: formatsWords.dayOneText,
    type: "application/zip",
    ending: "-day-one.zip",
  },
  csv: {
    name: formatsWords.tableOfDates,
    text: formatsWords.tableOfDatesText,
    type: "text/csv; charset=utf-8",
    ending: ".csv",
  },
};

/** "still-and-know-2026-11-21.json" */
export function exportFileName(format: ExportFormat, day: string): string {
  return `still-and-know-${day}${FORMATS[format].ending}`;
}
