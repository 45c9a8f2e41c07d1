import type { EntryContent } from "~/domain/journal/entries/content";
import { endOfPiece } from "~/domain/journal/entries/content-pages";
import type { AnswerKey } from "~/domain/journal/prompt-sets/flow-shape";

/** What the morning kept for the day. */
export type KeptInMorning = { presence: string; word: string; intention: string };

/** The evening shows the beginning of a longer text, which only an imported morning can have. */
const MAX_CHARACTERS = 2_000;

function beginningOf(text: string): string {
  const end = endOfPiece(text, 0, MAX_CHARACTERS);
  return end < text.length ? `${text.slice(0, end).trimEnd()}…` : text;
}

/** What was kept in the morning, in the words of its entry or its draft. */
export function keptIn(content: EntryContent | null | undefined): KeptInMorning {
  const answers = content?.answers ?? [];
  const textOf = (key: AnswerKey) =>
    beginningOf(answers.find((answer) => answer.key === key)?.text.trim() ?? "");
  return { presence: textOf("presence"), word: textOf("wordKept"), intention: textOf("intention") };
}
