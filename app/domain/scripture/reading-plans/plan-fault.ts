import { t } from "~/i18n/t";

/** Why a file in DATA_DIR/plans is not offered; `line` is counted from 1. */
export type PlanFault = {
  code:
    | "bad_name"
    | "unreadable"
    | "too_large"
    | "not_text"
    | "bad_head"
    | "bad_line"
    | "mixed"
    | "twice"
    | "no_passage"
    | "several_books"
    | "too_long"
    | "empty";
  line?: number;
  /** A word of the file itself. */
  detail?: string;
};

/** The line that operators read. */
export function planFaultInWords({ code, line = 0, detail = "" }: PlanFault): string {
  switch (code) {
    case "bad_name":
      return t(
        "Its name may have letters, digits, dots, hyphens and underscores only, ends in .txt, .csv or .tsv, and is not that of another plan.",
      );
    case "unreadable":
      return t("It cannot be read.");
    case "too_large":
      return t("It is larger than a reading plan: at most 256 KB and 4,000 lines.");
    case "not_text":
      return t("It is not plain text in UTF-8. A spreadsheet saves it as “CSV UTF-8”.");
    case "bad_head":
      return t("Line {line}: its {detail} is empty, too long, or not of the right form.", { line, detail });
    case "bad_line":
      return t(
        "Line {line}: it does not begin with a date such as 2026-11-29 or 11-29, or the number of a day: {detail}",
        { line, detail },
      );
    case "mixed":
      return t("Line {line}: a plan has either dates or numbers of days, not both: {detail}", {
        line,
        detail,
      });
    case "twice":
      return t("Line {line}: this day has a line already: {detail}", { line, detail });
    case "no_passage":
      return t("Line {line}: this is not a passage: {detail}", { line, detail });
    case "several_books":
      return t("Line {line}: a day has one passage, out of one book: {detail}", { line, detail });
    case "too_long":
      return t("Line {line}: this is more than can be read in one sitting (200 verses): {detail}", {
        line,
        detail,
      });
    case "empty":
      return t("There is no reading in it.");
  }
}
