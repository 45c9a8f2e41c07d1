import { HOUR } from "~/domain/calendar/durations";
import type { SignalSubject } from "~/domain/safety/crisis-signal";
import { t } from "~/i18n/t";

/** Maximum messages of the member in one thread. */
export const MAX_TURNS = 20;
/** Interval of the reminder in a long thread. */
const REMIND_MS = 3 * HOUR;
/** Limits: characters of a message, number and characters of chosen entries, characters of an answer. */
export const COACH_LIMITS = { message: 4_000, entries: 5, entryText: 4_000, answer: 2_500 } as const;

/** Shown above the first message of a thread, and again three hours after the last reminder. */
export const SOFTWARE_REMINDER = t(
  "A reminder: you are writing to software. No one is there, and it understands less than it seems to.",
);
/** Shown after the last turn. */
export const CLOSING_TEXT = t(
  "This conversation has come to an end; twenty turns are enough for one. Take what you found to prayer, or to someone you trust.",
);

/** Replaces the next question after a message with a gentle crisis signal. */
export const GENTLE_ANSWER = t(
  "That matters more than the next question, so let it stay here first. Who could be with you today, or hear this from you? When you want to continue, write anything.",
);

/** `care` is the fixed help text, `gentle` the answer that postpones the next question. */
export type MessageKind = "talk" | "care" | "gentle";
/**
 * Reason for an answer from the question tree although a model was called, or, with `cut`, for an answer that
 * the member stopped.
 */
export type AnswerNote = "" | "away" | "stopped" | "limit" | "cut";

/** A decrypted message. */
export type ThreadMessage = {
  id: string;
  seq: number;
  role: "person" | "coach";
  at: Date;
  kind: MessageKind;
  /** Empty for a message of the member. */
  engine: "" | "rules" | "model";
  note: AnswerNote;
  /** Null if the stored text cannot be decrypted. */
  text: string | null;
  /** Subject of a crisis signal in the message. */
  about: SignalSubject | null;
};

type ThreadState = "open" | "closed";

export function countTurns(messages: readonly Pick<ThreadMessage, "role">[]): number {
  return messages.filter(({ role }) => role === "person").length;
}

export function threadState(messages: readonly Pick<ThreadMessage, "role">[]): ThreadState {
  return countTurns(messages) >= MAX_TURNS ? "closed" : "open";
}

/** The last message if it is the member's, that is, has no answer yet. */
export function unansweredMessage<M extends Pick<ThreadMessage, "role">>(
  messages: readonly M[],
): M | undefined {
  const last = messages.at(-1);
  return last?.role === "person" ? last : undefined;
}

/** Indexes of the messages that a reminder precedes; `messages.length` means after the last one. */
export function reminderIndexes(messages: readonly Pick<ThreadMessage, "at">[], now: Date): number[] {
  const indexes = [0];
  let last = messages[0]?.at.getTime() ?? now.getTime();
  for (const [index, { at }] of messages.entries()) {
    if (at.getTime() - last < REMIND_MS) continue;
    indexes.push(index);
    last = at.getTime();
  }
  if (messages.length > 0 && now.getTime() - last >= REMIND_MS) indexes.push(messages.length);
  return indexes;
}

/** Texts for rejected messages to a coach. */
export const COACH_REFUSALS = {
  not_in_plan: {
    title: t("This coach belongs to another plan"),
    text: t("What you wrote here stays yours: you can read it and delete it."),
  },
  closed: {
    title: t("This conversation has ended"),
    text: t("You can begin another one. What you typed is below."),
  },
  daily_limit: {
    title: t("That is enough for today"),
    text: t("You can continue tomorrow. What you typed is below; your journal has no limit."),
  },
  another_host: {
    title: t("The endpoint has changed"),
    text: t("The operator of this server has since chosen another one. Please read the text again."),
  },
  unknown_passage: t("Please enter a reference that exists, such as John 15:4–8."),
} as const;
