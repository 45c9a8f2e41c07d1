import { z } from "zod";
import {
  onOneLine,
  type InsightContent,
  type InsightThread,
  type Quotation,
  type SourceEntry,
} from "~/domain/insights/insight";
import { verbatim } from "~/domain/insights/rules/quotations";
import { isFitting, type Kind } from "./model-words";

/** What a model may answer. Generous in length: items that are too long are dropped one by one below. */
const quotation = z.object({ entry: z.string(), words: z.string() });
export const ModelAnswerSchema = z.object({
  threads: z.array(z.object({ name: z.string(), note: z.string(), quotations: z.array(quotation) })),
  consolation: z.array(quotation),
  desolation: z.array(quotation),
  question: z.string(),
  passage: z.string(),
  prayer: z.string(),
});
export type ModelAnswer = z.output<typeof ModelAnswerSchema>;

export type Checked = {
  /** What passed the checks, to replace what the rules say; missing if nothing did. */
  held: Partial<
    Pick<InsightContent, "threads" | "consolation" | "desolation" | "question" | "passage" | "prayer">
  >;
  /** How many things were left out. */
  dropped: number;
};

type Checks = {
  labels: ReadonlyMap<string, SourceEntry>;
  /** The reference as we write it; undefined if it names nothing in the Bible, or too much. */
  reference: (text: string) => string | undefined;
};

/** A reference and nothing else: "1 John 4:7-8". */
const REFERENCE = /^(?:[1-3] )?[\p{L} ]{3,30} \d{1,3}(?::\d{1,3}(?:\s?[-–]\s?\d{1,3})?)?$/u;

/**
 * Keeps only what may be shown of an answer: claims that quote the entries verbatim, a reference that exists, and
 * words that keep to the rules for them.
 */
export function checkAnswer(answer: ModelAnswer, { labels, reference }: Checks): Checked {
  let dropped = 0;
  const ownWords = [...labels.values()].flatMap(({ texts }) => texts.map(({ text }) => text)).join("\n");
  const held: Checked["held"] = {};
  const said = new Set<string>();

  const quoted = (claims: ModelAnswer["consolation"], most: number): Quotation[] => {
    const found: Quotation[] = [];
    for (const { entry, words } of claims) {
      const source = labels.get(entry.trim());
      const quotation = source && found.length < most ? verbatim(source, words) : null;
      if (quotation && !said.has(quotation.text)) {
        said.add(quotation.text);
        found.push(quotation);
      } else dropped += 1;
    }
    return found;
  };
  const fitting = (kind: Kind, text: string): string | undefined => {
    const words = kind === "prayer" ? text.trim() : onOneLine(text);
    if (words && isFitting(kind, words, { ownWords })) return words;
    if (words) dropped += 1;
    return undefined;
  };

  const threads: InsightThread[] = [];
  for (const { name, note, quotations } of answer.threads) {
    const proofs = quoted(quotations, 3);
    const title = proofs.length >= 2 && threads.length < 3 ? fitting("name", name) : undefined;
    if (!title) {
      if (proofs.length > 0) dropped += 1;
      continue;
    }
    const sentence = fitting("note", note);
    threads.push({ name: title, ...(sentence && { note: sentence }), quotations: proofs });
  }
  if (threads.length > 0) held.threads = threads;
  said.clear();
  const consolation = quoted(answer.consolation, 4);
  if (consolation.length > 0) held.consolation = consolation;
  const desolation = quoted(answer.desolation, 4);
  if (desolation.length > 0) held.desolation = desolation;
  held.question = fitting("question", answer.question);
  held.prayer = fitting("prayer", answer.prayer);
  const passage = REFERENCE.test(answer.passage.trim()) ? reference(answer.passage.trim()) : undefined;
  if (passage) held.passage = passage;
  else if (answer.passage.trim()) dropped += 1;
  return { held, dropped };
}

/** Whether anything about the week itself passed; a question alone is not an insight. */
export function hasHeld({ held }: Checked): boolean {
  return Boolean(held.threads ?? held.consolation ?? held.desolation);
}
