import { t } from "~/i18n/t";

/** `limit` is in characters, `noun` is the text's name in the messages of an import. */
type ShortText = { limit: number; label: string; hint: string; noun: string };

/**
 * The short texts of an entry. Form, schemas, files, search, pages, book and offline queue derive from this declaration;
 * a short text is optional in files and records unless `EMPTY_CONTENT` has it.
 */
export const SHORT_TEXTS = {
  mood: { limit: 40, label: t("Mood"), hint: t("Optional, in a word of your own."), noun: t("the mood") },
} satisfies Record<string, ShortText>;
export type ShortTextName = keyof typeof SHORT_TEXTS;
export const SHORT_TEXT_NAMES = Object.keys(SHORT_TEXTS) as ShortTextName[];

/** A record with a value for each short text. */
export const mapShortTexts = <Value>(valueOf: (name: ShortTextName) => Value) =>
  Object.fromEntries(SHORT_TEXT_NAMES.map((name) => [name, valueOf(name)])) as Record<ShortTextName, Value>;
