import path from "node:path";
import { t } from "~/i18n/t";
import { closeText, openText, type OpenText } from "./open-text.server";
import type { TranslationInfo, TranslationLabel } from "./text-format.server";

/**
 * The translations that can be read here. Those that come with the product were made into files when it was built
 * (scripts/make-texts.ts); an operator's own stand beside them and are read in the same way.
 */
const FOLDER = path.resolve(".prepare/texts");
export const DEFAULT_TRANSLATION = "web";
const BUILT_IN: Record<string, { name: string; licence: string }> = {
  web: { name: t("World English Bible"), licence: t("It is in the public domain.") },
  kjv: {
    name: t("King James Version"),
    licence: t(
      "The standard text of 1769. It is in the public domain, but protected by the Crown in the United Kingdom.",
    ),
  },
};

export type RegisteredTranslation = { id: string; about: TranslationInfo; text: OpenText };
const shelf = new Map<string, RegisteredTranslation>();
let changes = 0;

/** Raised whenever a translation comes or goes, because earlier results may no longer hold. */
export const registryVersion = (): number => changes;

/** A translation by its name in the settings; undefined if it is unknown or was removed. */
export function findTranslation(id: string): RegisteredTranslation | undefined {
  const known = shelf.get(id);
  if (known || !Object.hasOwn(BUILT_IN, id)) return known;
  const text = openText(path.join(FOLDER, `${id}.text`));
  return registerTranslation(id, text, { ...text.head.about, ...BUILT_IN[id] });
}

/** The one that everything falls back to. */
export function defaultTranslation(): RegisteredTranslation {
  const usual = findTranslation(DEFAULT_TRANSLATION);
  if (!usual) throw new Error("The World English Bible is not there.");
  return usual;
}

/** Their names in the settings, those that come with the product first. */
export function translationIds(): string[] {
  return [...Object.keys(BUILT_IN), ...[...shelf.keys()].filter((id) => !isBuiltInTranslation(id))];
}

/** What can be chosen between. */
export function availableTranslations(): { id: string; name: string }[] {
  return translationIds().map((id) => ({ id, name: BUILT_IN[id]?.name ?? shelf.get(id)?.about.name ?? id }));
}

/** Whether a person can choose it. */
export const isTranslationAvailable = (id: string): boolean => isBuiltInTranslation(id) || shelf.has(id);

/** What a page says of a translation. */
export function translationLabel({
  id,
  about: { name, language, direction },
}: RegisteredTranslation): TranslationLabel {
  return { id, name, language, direction };
}

export const isBuiltInTranslation = (id: string): boolean => Object.hasOwn(BUILT_IN, id);

/** Adds a translation, or replaces an older one of its name. */
export function registerTranslation(
  id: string,
  text: OpenText,
  about: TranslationInfo = text.head.about,
): RegisteredTranslation {
  unregisterTranslation(id);
  const shelved = { id, about, text };
  shelf.set(id, shelved);
  changes += 1;
  return shelved;
}

export function unregisterTranslation(id: string): void {
  const gone = shelf.get(id);
  shelf.delete(id);
  changes += 1;
  if (gone) closeText(gone.text);
}
