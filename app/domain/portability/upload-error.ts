import { t } from "~/i18n/t";
import type { UploadRefusal } from "./import-limits";

/** A file that cannot be taken at all. */
export class UploadError extends Error {
  override name = "UploadError";
  constructor(readonly code: UploadRefusal) {
    super(code);
  }
}

/** Reasons to stop reading a whole archive. */
export const STOPS = new Set<UploadRefusal>(["too_many_entries", "too_costly"]);

/** Why one file of many is left out. */
export const WHY: Partial<Record<UploadRefusal, string>> = {
  not_text: t("it is not text in UTF-8"),
  not_json: t("it is damaged"),
  unknown_json: t("it is JSON of another kind"),
  newer: t("it was written by a newer version"),
};
