import type { AiRequest } from "./ai-server";

/** What the endpoint of the browser tests says: an insight of the entries that it is sent, or a quiet sentence. */
export function aiSays({ body }: AiRequest): string | object {
  const prompt = body.messages.at(-1)?.content;
  const entries = typeof prompt === "string" ? entriesIn(prompt) : [];
  if (entries.length === 0) return "That sounds like a full day. What of it would you like to stay with?";
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
