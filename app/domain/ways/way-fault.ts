import { t } from "~/i18n/t";

/** Why a file in DATA_DIR/ways is not offered; `line` is counted from 1. */
export type WayFault = {
  code:
    | "too_large"
    | "not_text"
    | "not_yaml"
    | "too_deep"
    | "not_plain"
    | "twice"
    | "no_way"
    | "unknown"
    | "missing"
    | "bad_value"
    | "too_many_words"
    | "no_days"
    | "no_passage"
    | "bad_name"
    | "taken"
    | "unreadable"
    | "same_name";
  line?: number;
  /** A word of the file itself. */
  detail?: string;
};

/** The line that administrators and writers read. */
export function wayFaultInWords({ code, line = 0, detail = "" }: WayFault): string {
  switch (code) {
    case "too_large":
      return t("It is larger than a way: at most 160 KB.");
    case "bad_name":
      return t("The name of its file has small letters a to z, figures and hyphens, and ends in .yaml.");
    case "taken":
      return t("A built-in way has this name already.");
    case "unreadable":
      return t("The file cannot be read.");
    case "same_name":
      return t("There is another way called “{detail}”.", { detail });
    case "not_text":
      return t("It is not plain text in UTF-8.");
    case "not_yaml":
      return t(
        "Line {line}: this cannot be read. Often a quotation mark, a colon or the space at the beginning of a line is the cause; tabs are not allowed there.",
        { line },
      );
    case "too_deep":
      return t("Lists lie too deep in one another.");
    case "not_plain":
      return t("Line {line}: a way has plain text only, without tags (!), anchors (&) and aliases (*).", {
        line,
      });
    case "twice":
      return t("Line {line}: {detail} is here a second time.", { line, detail });
    case "no_way":
      return t("Line {line}: here a way needs lines such as “name: Lent with Mark”.", { line });
    case "unknown":
      return t("Line {line}: a way does not know {detail}.", { line, detail });
    case "missing":
      return t("Line {line}: {detail} is missing or empty.", { line, detail });
    case "bad_value":
      return t("Line {line}: {detail} is too long, or not of the right form.", { line, detail });
    case "too_many_words":
      return t("Line {line}: the point of a day has at most 120 words; this one has {detail}.", {
        line,
        detail,
      });
    case "no_days":
      return t("Line {line}: a way has 1 to 100 days.", { line });
    case "no_passage":
      return t(
        "Line {line}: no translation here has this passage, or it is not one passage of one book: {detail}",
        { line, detail },
      );
  }
}
