import type { CoachTree } from "~/content/schemas";
import { seededHash } from "~/domain/calendar/seeded-random";
import { t } from "~/i18n/t";

/** First line of every draft; a message that begins with it is a draft. */
export const DRAFT_MARK = t("Draft, yours to change:");

const PRAYER = /\b(?:god|lord|jesus|christ|father in heaven|spirit|trinity|prayer)\b/i;

const sentence = (text: string) => {
  const trimmed = text.trim();
  if (!trimmed) return "";
  return trimmed[0]?.toUpperCase() + trimmed.slice(1) + (/[.!?…]$/.test(trimmed) ? "" : ".");
};
const omitRefusal = (text = "") =>
  /^(?:no|none|nothing|leave it out|skip)\b/i.test(text.trim()) ? "" : text;

/** Composes a prayer or a letter from the member's answers, adding little more than salutation and "Amen". */
export function composeDraft(answers: Answers): string {
  const { who = "", happened, thanks, heavy, ask, close } = answers;
  const isPrayer = !who || PRAYER.test(who);
  const name = who
    .replace(/^(?:it is |it's )?(?:a |an )?(?:letter )?(?:for |to )?/i, "")
    .replace(/[.!?]+$/, "");
  const lines = [
    isPrayer ? "Lord," : t("Dear {name},", { name }),
    ...[happened, thanks, heavy, ask, close].map((text) => sentence(omitRefusal(text))),
    isPrayer ? "Amen." : "",
  ];
  return lines.filter(Boolean).join("\n\n");
}

type Question = CoachTree["questions"][number];
type Branch = NonNullable<Question["branches"]>[number];

/** Answers by question id. */
export type Answers = Readonly<Record<string, string>>;

/**
 * Whether an answer contains a word of the branch.
 * @internal Exported for tests.
 */
export const matchesBranch = ({ when }: Branch, answer: string): boolean =>
  new RegExp(`\\b(?:${when.join("|")})\\b`, "i").test(answer);

/** Position of a thread in its question tree. */
type TreePosition =
  | { at: "question"; node: Question; answers: Answers }
  | { at: "sheet"; answers: Answers }
  | { at: "after"; round: number; answers: Answers };

/**
 * Walks a tree by the member's messages. Deterministic: the same messages yield the same position.
 * @internal Exported for tests.
 */
export function locateInTree(tree: CoachTree, texts: readonly string[]): TreePosition {
  const answers: Record<string, string> = {};
  let at = 0;
  for (const [turn, text] of texts.entries()) {
    const node = tree.questions[at];
    if (!node) return { at: "after", round: texts.length - turn - 1, answers };
    answers[node.id] = text.trim();
    const branch = node.branches?.find((one) => matchesBranch(one, text));
    const target = branch && tree.questions.findIndex(({ id }) => id === branch.to);
    // A branch leads only forwards, so that a thread cannot loop.
    at = target !== undefined && target > at ? target : at + 1;
    // Questions of a side path ("~") are reached by a branch only.
    while (!branch && tree.questions[at]?.id.startsWith("~")) at += 1;
    if (at >= tree.questions.length && turn === texts.length - 1) return { at: "sheet", answers };
  }
  const node = tree.questions[at];
  return node ? { at: "question", node, answers } : { at: "after", round: 0, answers };
}

/**
 * Picks a sentence of 4 to 22 words to echo: the last in the first person, else the last. Empty if none fits.
 * @internal Exported for tests.
 */
export function phraseToEcho(text: string): string {
  const sentences = text
    .split(/(?<=[.!?…])\s+|\n+/)
    .map((sentence) => sentence.trim().replace(/["“”„«»]/g, ""))
    .filter(Boolean);
  const length = (sentence: string) => sentence.split(/\s+/).length;
  const candidates = sentences.filter((sentence) => length(sentence) >= 4 && length(sentence) <= 22);
  const personal = candidates.filter((sentence) => /\b(?:I|me|my|we|our)\b/.test(sentence));
  return (personal.at(-1) ?? candidates.at(-1) ?? "").replace(/[.!?…,;:]+$/, "");
}

/**
 * Summary at the end of a tree: the answers under their headings, or a draft for a tree without a sheet (the
 * Scribe).
 * @internal Exported for tests.
 */
export function summarySheet({ sheet }: CoachTree, answers: Answers): string {
  if (!sheet) return `${DRAFT_MARK}\n\n${composeDraft(answers)}`;
  const texts = Object.entries(sheet.headings).flatMap(([id, heading]) => {
    const text = answers[id]?.trim();
    return text ? [`${heading}\n${text}`] : [];
  });
  return [sheet.title, ...texts, sheet.end].join("\n\n");
}

/**
 * The coach's next message without a model. `seed` selects among the wordings of a question; with the thread
 * id as seed a thread keeps its wording.
 */
export function nextTreeQuestion(
  tree: CoachTree,
  texts: readonly string[],
  seed: string,
): { text: string; offers: readonly string[] } {
  const position = locateInTree(tree, texts);
  if (position.at === "sheet") return { text: summarySheet(tree, position.answers), offers: [] };
  if (position.at === "after") {
    const text = tree.after[position.round % tree.after.length] ?? "";
    return { text, offers: [] };
  }
  const { node } = position;
  const question = node.ask[seededHash(`${seed}|${node.id}`) % node.ask.length] ?? "";
  const echo = node.quotesBack ? phraseToEcho(texts.at(-1) ?? "") : "";
  return {
    text: echo ? t("You wrote: “{back}.”\n\n{question}", { back: echo, question }) : question,
    offers: node.offers ?? [],
  };
}
