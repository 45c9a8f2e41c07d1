import { segmentEnd } from "~/domain/journal/entries/content";
import { t } from "~/i18n/t";

/** The groups by which an insight lists the gifts of a week. */
export const GIFT_GROUPS = ["people", "creation", "body", "work", "prayer", "home", "other"] as const;
export type GiftGroup = (typeof GIFT_GROUPS)[number];

export const GIFT_GROUP_NAMES: Record<GiftGroup, string> = {
  people: "People",
  creation: "Creation",
  body: t("Body and rest"),
  work: t("Work and learning"),
  prayer: t("Prayer and Scripture"),
  home: t("Home and small things"),
  other: t("And also"),
};

/** The writer's own words, exactly as they are in an entry. */
export type Quotation = { entryId: string; text: string };

export type InsightThread = {
  name: string;
  /** One plain sentence by a model; the rules add none. */
  note?: string;
  quotations: Quotation[];
};

/** What a week was, in the writer's own words. Stored sealed. Never says how much was written. */
export type InsightContent = {
  mornings: number;
  evenings: number;
  others: number;
  /** References of passages that were prayed. */
  passages: string[];
  kept: Quotation[];
  gifts: { group: GiftGroup; quotations: Quotation[] }[];
  threads: InsightThread[];
  consolation: Quotation[];
  desolation: Quotation[];
  question: string;
  /** A reference; the text comes from our Bible. */
  passage: string;
  prayer: string;
};

export const ENGINES = ["rules", "model"] as const;
export type Engine = (typeof ENGINES)[number];

export const FEEDBACK = ["true", "not_quite", "wrong"] as const;
export type Feedback = (typeof FEEDBACK)[number];
export const FEEDBACK_LABELS: Record<Feedback, string> = {
  true: t("True"),
  not_quite: t("Not quite"),
  wrong: t("Wrong"),
};

/** With fewer entries, nothing honest can be said about a week. */
export const MIN_ENTRIES = 3;

/** An entry as the engines read it: its words by field, white space collapsed so that quotations stay on one line. */
export type SourceEntry = {
  id: string;
  forDate: string;
  slot: "morning" | "evening" | "none";
  passageRef: string;
  texts: { key: string; text: string }[];
};

/** One line of text: quotations are parts of it. */
export const collapseWhitespace = (text: string): string => text.replace(/\s+/g, " ").trim();

/** A line of an insight that can be talked about; the question has no entry. */
type Line = { text: string; entryId?: string };

/** What names a line on its page: the same words have the same name, wherever they stand (FNV-1a, 32 bits). */
export function lineId(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** The line that a part names; undefined where there is none. */
export function findLine(
  { kept, gifts, threads, consolation, desolation, question }: Omit<InsightContent, "passage" | "prayer">,
  part: string,
): Line | undefined {
  const quotations = [
    ...kept,
    ...[...gifts, ...threads].flatMap((each) => each.quotations),
    ...consolation,
    ...desolation,
  ];
  return [...quotations, { text: question }].find(({ text }) => text !== "" && lineId(text) === part);
}

const NUMBER_NAMES = [
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
const describeCount = (count: number, one: string, many = `${one}s`): string =>
  `${NUMBER_NAMES[count] ?? String(count)} ${count === 1 ? one : many}`;

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "a", "a and b", "a, b and c"; "work and rest, and b", where one of them has its own "and". */
function joinNames(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  const last = items.some((item) => item.includes(" and ")) ? ", and " : " and ";
  return `${items.slice(0, -1).join(", ")}${last}${items.at(-1)}`;
}

/** "Three mornings, two evenings and one free page." */
export function describeCounts({
  mornings,
  evenings,
  others,
}: Pick<InsightContent, "mornings" | "evenings" | "others">): string {
  const parts = [
    mornings > 0 && describeCount(mornings, "morning"),
    evenings > 0 && describeCount(evenings, "evening"),
    others > 0 && describeCount(others, "free page"),
  ].filter((part) => typeof part === "string");
  return parts.length > 0 ? `${capitalize(joinNames(parts))}.` : t("Nothing was written.");
}

/** A file may bring many long names; a summary shows their beginning. */
const MAX_SUMMARY_CHARACTERS = 400;

/** A week in two sentences, for the dashboard and the list. */
export function summarizeInsight(
  content: Pick<InsightContent, "mornings" | "evenings" | "others" | "threads" | "kept">,
): string {
  const names = content.threads.map(({ name }) =>
    name.startsWith("“") ? name : name.charAt(0).toLowerCase() + name.slice(1),
  );
  const word = content.kept.at(-1)?.text;
  const second =
    names.length > 0
      ? t("What came back: {names}.", { names: joinNames(names) })
      : word
        ? t("A word that stayed: “{word}”.", { word: word.replace(/[.\s]+$/, "") })
        : "";
  const summary = `${describeCounts(content)} ${second}`.trim();
  if (summary.length <= MAX_SUMMARY_CHARACTERS) return summary;
  return `${summary.slice(0, segmentEnd(summary, 0, MAX_SUMMARY_CHARACTERS)).trimEnd()}…`;
}
