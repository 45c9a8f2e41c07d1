import type { InsightContent } from "~/domain/insights/insight";
import { endOfPiece } from "~/domain/journal/entries/content";
import { t } from "~/i18n/t";

const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
/** "three mornings", "one evening", "27 mornings" */
const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${NUMBERS[count] ?? String(count)} ${count === 1 ? one : many}`;

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "a", "a and b", "a, b and c"; "work and rest, and b", where one of them has its own "and". */
function listInWords(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  const last = items.some((item) => item.includes(" and ")) ? ", and " : " and ";
  return `${items.slice(0, -1).join(", ")}${last}${items.at(-1)}`;
}

/** "Three mornings, two evenings and one free page." */
export function countsInWords({
  mornings,
  evenings,
  others,
}: Pick<InsightContent, "mornings" | "evenings" | "others">): string {
  const parts = [
    mornings > 0 && countOf(mornings, "morning"),
    evenings > 0 && countOf(evenings, "evening"),
    others > 0 && countOf(others, "free page"),
  ].filter((part) => typeof part === "string");
  return parts.length > 0 ? `${upper(listInWords(parts))}.` : t("Nothing was written.");
}

/** A file may bring many long names; a summary shows their beginning. */
const MAX_CHARACTERS = 400;

/** A week in two sentences, for the dashboard and the list. */
export function summaryOf(
  content: Pick<InsightContent, "mornings" | "evenings" | "others" | "threads" | "kept">,
): string {
  const names = content.threads.map(({ name }) =>
    name.startsWith("“") ? name : name.charAt(0).toLowerCase() + name.slice(1),
  );
  const word = content.kept.at(-1)?.text;
  const second =
    names.length > 0
      ? t("What came back: {names}.", { names: listInWords(names) })
      : word
        ? t("A word that stayed: “{word}”.", { word: word.replace(/[.\s]+$/, "") })
        : "";
  const summary = `${countsInWords(content)} ${second}`.trim();
  if (summary.length <= MAX_CHARACTERS) return summary;
  return `${summary.slice(0, endOfPiece(summary, 0, MAX_CHARACTERS)).trimEnd()}…`;
}
