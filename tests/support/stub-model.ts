import type { AiMood, AiRequest } from "./ai-server";

/** Streamed reply to a message with "(dripping)", sentence by sentence. */
export const DRIPPING = {
  first: "That sounds like a long evening.",
  last: "Who could you talk to about this one?",
} as const;
/** Reply to "(crossing)": a permitted sentence, a forbidden one, then more. */
export const CROSSING = { first: "There is much in that.", never: "God wants you to leave him." } as const;

const MOODS: readonly AiMood[] = ["dripping", "500"];

const lastWords = ({ body }: AiRequest): string => {
  const content = body.messages.at(-1)?.content;
  return typeof content === "string" ? content : "";
};

/** The mood that a message requests, as in "(500) It was a long day". */
export function aiMood(request: AiRequest): AiMood | undefined {
  const words = lastWords(request);
  if (words.includes("(crossing)")) return "dripping";
  // "dripping" applies to streamed replies only, because a whole reply cannot be read before its end.
  return MOODS.find((mood) => words.includes(`(${mood})`) && (mood !== "dripping" || request.body.stream));
}

/** Reply of the stub model: a neutral sentence unless the message asks for another. */
export function stubReply(request: AiRequest): string {
  const words = lastWords(request);
  if (words.includes("(dripping)")) return `${DRIPPING.first} There was a robin in it. ${DRIPPING.last}`;
  if (words.includes("(crossing)")) return `${CROSSING.first} ${CROSSING.never} And there is more to say.`;
  return "That sounds like a full day. What of it would you like to stay with?";
}
