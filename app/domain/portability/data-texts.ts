import { numberInWords } from "~/domain/calendar/locale";
import { t, tn } from "~/i18n/t";

/** The words of `/settings/data`. */
/** `largest` is a size in words. */
export const fileTooLarge = (largest: string) =>
  t(
    "This file is larger than {uploadSizeInWords}. Please put it into a zip, or export it in parts, a year or two at a time.",
    { uploadSizeInWords: largest },
  );

export const EXPORTS_RUNNING = {
  title: t("Two exports are already running"),
  text: t("Please wait until one of them has finished."),
} as const;
export const TOO_MANY_UPLOADS = {
  title: t("Too many files for now"),
  text: t("Please wait an hour before the next one."),
} as const;
export const UPLOAD_BUSY = {
  title: t("Another journal is being read"),
  text: t("Please send your file again in a few minutes."),
} as const;

export const IMPORT_CANCELLED = {
  title: t("Import discarded"),
  text: t("The file was discarded. Your journal is unchanged."),
  tone: "info",
} as const;
export const IMPORT_BUSY = {
  title: t("This import is already running"),
  text: t("Perhaps in another window. Please look again in a moment."),
  tone: "info",
} as const;

export const IMPORT_CONFIRMED = {
  title: t("This import has begun"),
  text: t("It can no longer be discarded. When it is done you can undo it here."),
  tone: "info",
} as const;

/** After an import was undone. */
export const undoneInWords = (count: number) =>
  ({
    title: t("Import undone"),
    text: tn("{count} entry is in the trash.", "{count} entries are in the trash.", count, {
      count: numberInWords(count),
    }),
    tone: "info",
  }) as const;
