import type { EntryContent } from "~/domain/journal/entries/content";
import type { AnswerKey } from "~/domain/journal/prompt-sets/flow-shape";

/** What the morning kept for the day. */
export type KeptInMorning = { presence: string; word: string; intention: string };

/** What was kept in the morning, in the words of its entry or its draft. */
export function keptIn(content: EntryContent | null | undefined): KeptInMorning {
  const answers = content?.answers ?? [];
  const textOf = (key: AnswerKey) => answers.find((answer) => answer.key === key)?.text.trim() ?? "";
  return { presence: textOf("presence"), word: textOf("wordKept"), intention: textOf("intention") };
}
