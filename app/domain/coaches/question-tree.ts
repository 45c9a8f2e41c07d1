import { hashOf } from "~/domain/calendar/steady-chance";
import { t } from "~/i18n/t";

/** One question of a coach that needs no model. */
type TreeNode = {
  id: string;
  /** The same question in a few wordings; a conversation keeps to one. */
  ask: readonly string[];
  /** Short answers that can be given with one button. */
  offers?: readonly string[];
  /** Where certain answers lead instead of to the next question. */
  branches?: readonly { when: RegExp; to: string }[];
  /** Give a few of the person's words back before it. */
  gives?: boolean;
};

/** What a person answered, by the id of the question. */
export type Answers = Readonly<Record<string, string>>;

/** The fixed questions of a coach. */
export type QuestionTree = {
  nodes: readonly TreeNode[];
  /** What is laid out when the questions have been answered, in the person's own words. */
  sheet: (answers: Answers) => string;
  /** Asked one after the other for the rest of the twenty turns. */
  after: readonly string[];
};

/**
 * The place of a conversation in its tree after the person's messages so far.
 * @internal Exported for tests.
 */
export type TreePlace =
  | { at: "question"; node: TreeNode; answers: Answers }
  | { at: "sheet"; answers: Answers }
  | { at: "after"; round: number; answers: Answers };

/**
 * Walks a tree by the messages of a person; the same messages always lead to the same place.
 * @internal Exported for tests.
 */
export function placeInTree(tree: QuestionTree, said: readonly string[]): TreePlace {
  const answers: Record<string, string> = {};
  let at = 0;
  for (const [turn, text] of said.entries()) {
    const node = tree.nodes[at];
    if (!node) return { at: "after", round: said.length - turn - 1, answers };
    answers[node.id] = text.trim();
    const branch = node.branches?.find(({ when }) => when.test(text));
    const target = branch && tree.nodes.findIndex(({ id }) => id === branch.to);
    // Only forwards: a conversation never turns in a circle.
    at = target !== undefined && target > at ? target : at + 1;
    // A side path is walked only by who was sent there.
    while (!branch && tree.nodes[at]?.id.startsWith("~")) at += 1;
    if (at >= tree.nodes.length && turn === said.length - 1) return { at: "sheet", answers };
  }
  const node = tree.nodes[at];
  return node ? { at: "question", node, answers } : { at: "after", round: 0, answers };
}

/**
 * A few of the person's own words, to give back: a short sentence about themselves, else the first.
 * @internal Exported for tests.
 */
export function wordsToGiveBack(text: string): string {
  const sentences = text
    .split(/(?<=[.!?…])\s+|\n+/)
    .map((sentence) => sentence.trim().replace(/["“”„«»]/g, ""))
    .filter(Boolean);
  const length = (sentence: string) => sentence.split(/\s+/).length;
  const fit = sentences.filter((sentence) => length(sentence) >= 4 && length(sentence) <= 22);
  const own = fit.filter((sentence) => /\b(?:I|me|my|we|our)\b/.test(sentence));
  return (own.at(-1) ?? fit.at(-1) ?? "").replace(/[.!?…,;:]+$/, "");
}

/** What the coach says next, without a model. `seed` belongs to the conversation, so that its wording stays. */
export function nextInTree(
  tree: QuestionTree,
  said: readonly string[],
  seed: string,
): { text: string; offers: readonly string[] } {
  const place = placeInTree(tree, said);
  if (place.at === "sheet") return { text: tree.sheet(place.answers), offers: [] };
  if (place.at === "after") {
    const text = tree.after[place.round % tree.after.length] ?? "";
    return { text, offers: [] };
  }
  const { node } = place;
  const question = node.ask[hashOf(`${seed}|${node.id}`) % node.ask.length] ?? "";
  const back = node.gives ? wordsToGiveBack(said.at(-1) ?? "") : "";
  return {
    text: back ? t("You wrote: “{back}.”\n\n{question}", { back, question }) : question,
    offers: node.offers ?? [],
  };
}
