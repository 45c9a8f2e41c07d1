import path from "node:path";

/**
 * @typedef {import("./translate.mjs").Language} Language
 * @typedef {import("vite").Plugin} Plugin
 */

const ROOT = path.resolve(import.meta.dirname, "../..");
const OURS = /^(?:app|models|scripts\/commands)\/.*\.[jt]sx?$/;
const NAME_OF_LANGUAGE = path.join("app", "i18n", "language.ts");

/**
 * Builds the application in another language (docs/decisions/0019). English needs none of this: the sources are its
 * messages.
 *
 * @param {string | Language} language its name, as that of its PO file, or the language itself
 * @returns {Plugin | false}
 */
export function speak(language) {
  if (language === "en") return false;
  /** @type {Language} */
  let spoken;
  /** @type {import("./translate.mjs").translate} */
  let translate;
  return {
    name: "still-and-know:speak",
    enforce: "pre",
    // Only here, because it brings the parsers.
    async buildStart() {
      ({ translate } = await import("./translate.mjs"));
      spoken = typeof language === "string" ? (await import("./po.mjs")).readLanguage(language) : language;
    },
    transform(source, id) {
      const file = path.relative(ROOT, id.replace(/\?.*$/, ""));
      if (file === NAME_OF_LANGUAGE) return source.replace('"en"', JSON.stringify(spoken.language));
      return OURS.test(file) ? translate(file, source, spoken) : undefined;
    },
  };
}
