import { t } from "~/i18n/t";
import type { GiftGroup } from "./gift-groups";

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
export const FEEDBACK_WORDS: Record<Feedback, string> = {
  true: t("True"),
  not_quite: t("Not quite"),
  wrong: t("Wrong"),
};

/** With fewer entries, nothing honest can be said about a week. */
export const FEWEST_ENTRIES = 3;

/** An entry as the engines read it: its words by field, white space collapsed so that quotations stay on one line. */
export type SourceEntry = {
  id: string;
  forDate: string;
  slot: "morning" | "evening" | "none";
  passageRef: string;
  texts: { key: string; text: string }[];
};

/** One line of text: quotations are parts of it. */
export const onOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

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
