import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { po } from "gettext-parser";
import ts from "typescript";
import { findMessages } from "./find.mjs";

/**
 * The messages of the whole application as gettext keeps them: a template without translations, and a file a language
 * beside it, de.po.
 */
const ROOT = path.resolve(import.meta.dirname, "../..");
export const FOLDER = path.join(ROOT, "app/i18n");
export const TEMPLATE = path.join(FOLDER, "messages.pot");

const HEADERS = { "MIME-Version": "1.0", "Content-Type": "text/plain; charset=UTF-8" };
const CONTEXT = "\u0004";

/** Every file that may say something to people. */
export function sources() {
  return ["app", "models", "scripts/commands"]
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) =>
        path.posix.join(folder, file.split(path.sep).join("/")),
      ),
    )
    .filter((file) => /\.[jt]sx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .sort();
}

/**
 * @typedef {{ id: string, plural?: string, context?: string, files: Set<string>, tags: string[] }} Entry
 * @returns {{ entries: Map<string, Entry>, problems: string[] }}
 */
export function extract(files = sources()) {
  const entries = new Map();
  const problems = [];
  for (const file of files) {
    const source = readFileSync(path.join(ROOT, file), "utf8");
    if (!source.includes("~/i18n/")) continue;
    const found = findMessages(file, source);
    problems.push(...found.problems);
    for (const { id, plural, context, trans } of found.messages) {
      const key = keyOf(id, context);
      const entry = entries.get(key) ?? { id, plural, context, files: new Set(), tags: [] };
      if (entry.plural !== undefined && plural !== undefined && entry.plural !== plural)
        problems.push(`${file}: "${id}" has another plural elsewhere`);
      entry.plural ??= plural;
      entry.files.add(file);
      if (trans) entry.tags = tagsOf(trans.parts);
      entries.set(key, entry);
    }
  }
  return { entries, problems };
}

/** What tells one message from another. */
export const keyOf = (id, context) => (context === undefined ? id : `${context}${CONTEXT}${id}`);

/** What the tags of a sentence are, for its translators: "<0>: Link". */
function tagsOf(parts) {
  return parts.flatMap((part) => {
    if (!("element" in part)) return [];
    const tag = ts.isJsxElement(part.element) ? part.element.openingElement : part.element;
    return [`<${part.number}>: ${tag.tagName.getText()}`, ...tagsOf(part.children)];
  });
}

/**
 * The text of a PO file with these entries; `said` gives their translations, none for the template.
 *
 * @param {Map<string, Entry>} entries
 * @param {{ headers?: Record<string, string>, said?: (entry: Entry) => string[] | undefined }} [translation]
 */
export function write(entries, { headers = {}, said = () => undefined } = {}) {
  const translations = {};
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  for (const entry of sorted) {
    const { id, plural, context = "", files, tags } = entry;
    (translations[context] ??= {})[id] = {
      msgid: id,
      ...(context && { msgctxt: context }),
      ...(plural !== undefined && { msgid_plural: plural }),
      msgstr: said(entry) ?? (plural === undefined ? [""] : ["", ""]),
      comments: { reference: [...files].sort().join("\n"), extracted: tags.join("\n") },
    };
  }
  return po.compile(
    { charset: "utf-8", headers: { ...HEADERS, ...headers }, translations },
    { foldLength: 0 },
  );
}

/** What a PO file holds: its translations by message, and its headers. */
export const readFile = (language) => read(readFileSync(path.join(FOLDER, `${language}.po`)));

/** @param {Buffer | string} text */
export function read(text) {
  const { headers, translations } = po.parse(text);
  const said = new Map();
  for (const [context, messages] of Object.entries(translations))
    for (const { msgid, msgid_plural: plural, msgstr } of Object.values(messages))
      if (msgid !== "") said.set(keyOf(msgid, context || undefined), { msgstr, plural });
  return { headers, said };
}

/** The languages beside the template. */
export const languages = () =>
  existsSync(FOLDER)
    ? readdirSync(FOLDER)
        .filter((file) => file.endsWith(".po"))
        .map((file) => file.slice(0, -".po".length))
    : [];

/**
 * The forms that whole numbers have in a language, in the order in which gettext numbers them.
 *
 * @param {string} language
 */
export function categoriesOf(language) {
  const rules = new Intl.PluralRules(language);
  const used = new Set(Array.from({ length: 201 }, (_, number) => rules.select(number)));
  return ["zero", "one", "two", "few", "many", "other"].filter((name) => used.has(name));
}

/**
 * A language for the build. What it has not translated stays English.
 *
 * @param {string} language
 * @returns {import("./translate.mjs").Language}
 */
export function readLanguage(language) {
  return languageFrom(language, readFile(language));
}

export function languageFrom(language, { said }) {
  return {
    language,
    categories: categoriesOf(language),
    say: (id, context) => {
      const found = said.get(keyOf(id, context));
      return found?.msgstr.every(Boolean) ? found.msgstr : undefined;
    },
  };
}

/** What is wrong with a language: messages that it lacks, that are no longer there, or that lost a hole or a tag. */
export function problemsOf(language, entries, { said } = readFile(language)) {
  const forms = categoriesOf(language).length;
  const missing = [...entries].flatMap(([key, entry]) => {
    const found = said.get(key);
    if (!found || !found.msgstr.every(Boolean)) return [`${language}.po does not translate "${entry.id}"`];
    if (entry.plural !== undefined && found.msgstr.length !== forms)
      return [`${language}.po needs ${forms} forms of "${entry.id}"`];
    const allowed = new Set(marksIn(entry.id, entry.plural));
    const needed = new Set(marksIn(entry.plural ?? entry.id));
    return found.msgstr.flatMap((text, form) => {
      const marks = marksIn(text);
      const lost =
        entry.plural === undefined || form === forms - 1
          ? [...needed].filter((mark) => !marks.includes(mark))
          : [];
      const strange = marks.filter((mark) => !allowed.has(mark));
      return [...lost, ...strange].map(
        (mark) => `${language}.po: ${mark} in the translation of "${entry.id}"`,
      );
    });
  });
  const stale = [...said.keys()].filter((key) => !entries.has(key));
  return [...missing, ...stale.map((key) => `${language}.po translates "${key}", which is no longer said`)];
}

const marksIn = (...texts) => texts.flatMap((text) => text?.match(/\{\w+\}|<\/?\d+\/?>/g) ?? []);
