import type { ReplyMode, AiRequest } from "./ai-server";

/** Streamed reply to a message with "(dripping)", sentence by sentence. */
export const DRIPPING = {
  first: "That sounds like a long evening.",
  last: "Who could you talk to about this one?",
} as const;
/** Reply to "(crossing)": a permitted sentence, a forbidden one, then more. */
export const CROSSING = { first: "There is much in that.", never: "God wants you to leave him." } as const;

const MODES: readonly ReplyMode[] = ["dripping", "500", "garbage"];

const lastWords = ({ body }: AiRequest): string => {
  const content = body.messages.at(-1)?.content;
  return typeof content === "string" ? content : "";
};

/** The mode that a message requests, as in "(500) It was a long day". */
export function requestedMode(request: AiRequest): ReplyMode | undefined {
  const words = lastWords(request);
  if (words.includes("(crossing)")) return "dripping";
  // "dripping" applies to streamed replies only, because a whole reply cannot be read before its end.
  return MODES.find((mode) => words.includes(`(${mode})`) && (mode !== "dripping" || request.body.stream));
}

/** Reply of the stub model: an insight from the sent entries, or a neutral sentence. */
export function stubReply(request: AiRequest): string | object {
  const words = lastWords(request);
  const entries = entriesIn(words);
  if (entries.length > 0) return insightOf(entries);
  if (words.includes("(dripping)")) return `${DRIPPING.first} There was a robin in it. ${DRIPPING.last}`;
  if (words.includes("(crossing)")) return `${CROSSING.first} ${CROSSING.never} And there is more to say.`;
  return "That sounds like a full day. What of it would you like to stay with?";
}

function insightOf(entries: { id: string; text: string }[]): object {
  const quotations = entries
    .filter(({ text }) => text.includes("letter"))
    .map(({ id, text }) => ({
      entry: id,
      words: text.split(/(?<=\.)\s/).find((part) => part.includes("letter")) ?? "",
    }));
  return {
    threads: [
      {
        name: "A letter on the table",
        note: "It was there on several days.",
        quotations: quotations.slice(0, 3),
      },
      { name: "Invented", note: "", quotations: [{ entry: "e1", words: "I never wrote this at all" }] },
    ],
    consolation: [],
    desolation: [],
    question: "Who could be with you when you answer it?",
    passage: "Psalm 131:1-3",
    prayer: "God, you saw the letter.\nStay with us at the table.\nAmen.",
  };
}

function entriesIn(prompt: string): { id: string; text: string }[] {
  try {
    const { entries } = JSON.parse(prompt) as { entries: { id: string; texts: Record<string, string> }[] };
    return entries.map(({ id, texts }) => ({ id, text: Object.values(texts).join(" ") }));
  } catch {
    return [];
  }
}
