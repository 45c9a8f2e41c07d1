import path from "node:path";
import { t } from "~/i18n/t";
import { closeText, openText, type OpenText } from "./open-text.server";
import type { TranslationInfo, TranslationLabel } from "./text-format.server";

/** Built-in texts, generated at build time (scripts/build-bible-texts.ts). */
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
/** Open translations by id. Built-in ones are opened on first use. */
const registry = new Map<string, RegisteredTranslation>();
let version = 0;

/** Incremented by every change, to invalidate caches. */
export const registryVersion = (): number => version;

/** Finds a translation by id; undefined if it is unknown or was removed. */
export function findTranslation(id: string): RegisteredTranslation | undefined {
  const known = registry.get(id);
  if (known || !Object.hasOwn(BUILT_IN, id)) return known;
  const text = openText(path.join(FOLDER, `${id}.text`));
  return registerTranslation(id, text, { ...text.head.about, ...BUILT_IN[id] });
}

/** The fallback for whatever another translation lacks. */
export function defaultTranslation(): RegisteredTranslation {
  const translation = findTranslation(DEFAULT_TRANSLATION);
  if (!translation) throw new Error("The World English Bible is missing.");
  return translation;
}

/** Ids of all translations, built-in ones first. */
export function translationIds(): string[] {
  return [...Object.keys(BUILT_IN), ...[...registry.keys()].filter((id) => !isBuiltInTranslation(id))];
}

/** All translations for a list of choices. */
export function availableTranslations(): { id: string; name: string }[] {
  return translationIds().map((id) => ({
    id,
    name: BUILT_IN[id]?.name ?? registry.get(id)?.about.name ?? id,
  }));
}

export const isTranslationAvailable = (id: string): boolean => isBuiltInTranslation(id) || registry.has(id);

export function translationLabel({
  id,
  about: { name, language, direction },
}: RegisteredTranslation): TranslationLabel {
  return { id, name, language, direction };
}

export const isBuiltInTranslation = (id: string): boolean => Object.hasOwn(BUILT_IN, id);

/** Registers a translation; replaces one with the same id and closes its file. */
export function registerTranslation(
  id: string,
  text: OpenText,
  about: TranslationInfo = text.head.about,
): RegisteredTranslation {
  unregisterTranslation(id);
  const translation = { id, about, text };
  registry.set(id, translation);
  version += 1;
  return translation;
}

export function unregisterTranslation(id: string): void {
  const removed = registry.get(id);
  registry.delete(id);
  version += 1;
  if (removed) closeText(removed.text);
}
