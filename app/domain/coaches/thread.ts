import { HOUR } from "~/domain/calendar/durations";
import type { SignalSubject } from "~/domain/safety/crisis-signal";
import { t } from "~/i18n/t";

/** A conversation has an end: then it is time for prayer, or for a person. */
export const MAX_TURNS = 20;
/** How often a long conversation is reminded of what it is talking to. */
const REMIND_MS = 3 * HOUR;
/** The bounds of one message and of what is chosen for a conversation. */
export const COACH_LIMITS = { message: 4_000, entries: 5, entryText: 4_000, answer: 2_500 } as const;

/** Said at the start and every three hours. */
export const SOFTWARE_REMINDER = t(
  "A reminder: you are writing to software. No one is there, and it understands less than it seems to.",
);
/** Said when the twenty turns are over. */
export const CLOSING_TEXT = t(
  "This conversation has come to an end; twenty turns are enough for one. Take what you found to prayer, or to someone you trust.",
);

/** Said in place of the next question where a message was heavy. */
export const GENTLE_ANSWER = t(
  "That matters more than the next question, so let it stay here first. Who could be with you today, or hear this from you? When you want to continue, write anything.",
);

/** What a message is: talk, the fixed text of help, or a gentle answer that leaves the question for now. */
export type MessageKind = "talk" | "care" | "gentle";
/** Why an answer came from the questions of this server although a model had been asked. */
/** … or why it is only the beginning of one: the person stopped it. */
export type AnswerNote = "" | "away" | "stopped" | "limit" | "cut";

/** One message as the rest of the house sees it. */
export type ThreadMessage = {
  id: string;
  seq: number;
  role: "person" | "coach";
  at: Date;
  kind: MessageKind;
  /** Who made an answer. */
  engine: "" | "rules" | "model";
  note: AnswerNote;
  /** Null where the stored text does not open. */
  text: string | null;
  /** Who a message that called for help was about. */
  about: SignalSubject | null;
};

export type ThreadState = "open" | "closed";

/** How many turns a person has taken. */
export function countTurns(messages: readonly Pick<ThreadMessage, "role">[]): number {
  return messages.filter(({ role }) => role === "person").length;
}

/** Whether a conversation can continue. */
export function threadState(messages: readonly Pick<ThreadMessage, "role">[]): ThreadState {
  return countTurns(messages) >= MAX_TURNS ? "closed" : "open";
}

/** The last message, where it is the person's and no answer followed it. */
export function unansweredMessage<M extends Pick<ThreadMessage, "role">>(
  messages: readonly M[],
): M | undefined {
  const last = messages.at(-1);
  return last?.role === "person" ? last : undefined;
}

/** The indexes of the messages that the reminder precedes; the length of the list means at its end. */
export function reminderIndexes(messages: readonly Pick<ThreadMessage, "at">[], now: Date): number[] {
  const places = [0];
  let last = messages[0]?.at.getTime() ?? now.getTime();
  for (const [place, { at }] of messages.entries()) {
    if (at.getTime() - last < REMIND_MS) continue;
    places.push(place);
    last = at.getTime();
  }
  if (messages.length > 0 && now.getTime() - last >= REMIND_MS) places.push(messages.length);
  return places;
}

/** What is said where a coach takes no message. A separate file: pages show it, and schemas stay on the server. */
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
