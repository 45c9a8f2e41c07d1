import { LANGUAGE } from "~/i18n/language";
import { t } from "~/i18n/t";

/** A letter or digit of a script that the typeface does not have (`app/platform/pdf/faces.server.ts`). */
const NOT_PRINTED = /(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Zyyy}\p{sc=Zinh}])[\p{L}\p{N}]/u;

/** Scripts by their codes (ISO 15924). */
const NAMED = (
  "Arab Armn Beng Cher Copt Deva Ethi Geor Gujr Guru Hang Hani Hira Kana Khmr Knda Laoo Mlym Mymr Orya Sinh " +
  "Syrc Taml Telu Thaa Thai Tibt"
)
  .split(" ")
  .map((code) => ({ code, letter: new RegExp(`(?=\\p{sc=${code}})[\\p{L}\\p{N}]`, "u") }));
const OTHER = "Zzzz";

/** The scripts in a text that a PDF has no letters for, by their codes. */
export function missingScripts(text: string): string[] {
  if (!NOT_PRINTED.test(text)) return [];
  const found = NAMED.filter(({ letter }) => letter.test(text)).map(({ code }) => code);
  return found.length > 0 ? found : [OTHER];
}

/** The same in words, of several texts; undefined where nothing is missing. */
export function missingInWords(texts: readonly string[]): string | undefined {
  const missing = new Set(texts.flatMap(missingScripts));
  return missing.size > 0 ? describeScripts([...missing]) : undefined;
}

/** "Arabic and Thai" */
export function describeScripts(codes: readonly string[]): string {
  const names = new Intl.DisplayNames([LANGUAGE], { type: "script" });
  const named = codes.map((code) => (code === OTHER ? t("other scripts") : (names.of(code) ?? code)));
  return new Intl.ListFormat([LANGUAGE]).format(named);
}
