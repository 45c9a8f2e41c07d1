import { t } from "~/i18n/t";

/** Why a file in DATA_DIR/bibles is not offered. */
export const FAULT_CODES = [
  "bad_name",
  "unreadable",
  "too_large",
  "no_bible",
  "several",
  "locked",
  "unknown_driver",
  "unknown_versification",
  "bad_about",
  "broken",
  "empty",
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

/** Thrown where a module is read; `detail` is a word of the file itself. */
export class ModuleFault extends Error {
  override name = "ModuleFault";
  constructor(
    readonly code: FaultCode,
    readonly detail = "",
  ) {
    super(code);
  }
}

/** The line that operators read. */
export function faultInWords(code: FaultCode, detail: string): string {
  switch (code) {
    case "bad_name":
      return t(
        "Its name may have letters, digits, dots, hyphens and underscores only, and is not that of a text that is there.",
      );
    case "unreadable":
      return t("It cannot be read, or is not a whole zip file.");
    case "too_large":
      return t("It is larger than a Bible, or unpacks to more than one.");
    case "no_bible":
      return t("There is no SWORD text module and no USFM file in it.");
    case "several":
      return t("It holds several modules. Give each its own folder or file.");
    case "locked":
      return t("It is locked with a key, which cannot be used here.");
    case "unknown_driver":
      return t("It is a SWORD module, but not a compressed Bible text (zText): {detail}.", { detail });
    case "unknown_versification":
      return t("Its versification is not known here: {detail}.", { detail });
    case "bad_about":
      return t("Its about.json cannot be read.");
    case "broken":
      return t("Its files are damaged or do not fit together.");
    case "empty":
      return t("There is no text in it.");
  }
}
