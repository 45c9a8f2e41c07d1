import { LANGUAGE } from "~/i18n/language";
import { t } from "~/i18n/t";

const WORDS = [
  t("first"),
  t("second"),
  t("third"),
  t("fourth"),
  t("fifth"),
  t("sixth"),
  t("seventh"),
  t("eighth"),
  t("ninth"),
  t("tenth"),
  t("eleventh"),
  t("twelfth"),
  t("thirteenth"),
  t("fourteenth"),
  t("fifteenth"),
  t("sixteenth"),
  t("seventeenth"),
  t("eighteenth"),
  t("nineteenth"),
  t("twentieth"),
  t("twenty-first"),
  t("twenty-second"),
  t("twenty-third"),
  t("twenty-fourth"),
  t("twenty-fifth"),
  t("twenty-sixth"),
  t("twenty-seventh"),
  t("twenty-eighth"),
  t("twenty-ninth"),
  t("thirtieth"),
  t("thirty-first"),
  t("thirty-second"),
  t("thirty-third"),
  t("thirty-fourth"),
];
/** Weeks up to this one are said in words; Sundays are, all of them. */
const LAST_IN_WORDS = 10;

const rules = /* @__PURE__ */ new Intl.PluralRules(LANGUAGE, { type: "ordinal" });

/** "first", "tenth", "22nd" */
export function nthOf(number: number): string {
  const word = number <= LAST_IN_WORDS ? WORDS[number - 1] : undefined;
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = {
    one: t("{number}st", { number }),
    two: t("{number}nd", { number }),
    few: t("{number}rd", { number }),
  };
  return word ?? forms[rules.select(number)] ?? t("{number}th", { number });
}
/** "First", "Twenty-fourth" */
export function inWords(number: number): string {
  const text = WORDS[number - 1] ?? nthOf(number);
  return text.charAt(0).toLocaleUpperCase(LANGUAGE) + text.slice(1);
}
