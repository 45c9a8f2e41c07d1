import { consentText } from "~/domain/ai/consent";
import { aiAccess } from "~/domain/ai/model-access.server";
import { formatRelativeDay, formatSavedAt, localMoment } from "~/domain/calendar/local-day";
import { MAX_PAGE_TEXT_BYTES, renderedBytes } from "~/domain/journal/entries/content";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { featuresOf, type CoachKey } from "~/domain/member/plan";
import { careNoteFor } from "~/domain/safety/detect-crisis.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { now } from "~/platform/clock";
import { hasCrisisEntry, nextRuleQuestion, previewModelRequest } from "./answer.server";
import { describeModelRequest, readChosenEntries, toContextEntry } from "./model-request.server";
import { DRAFT_MARK } from "./question-tree";
import { findCoach, requiredPlan } from "./roster";
import { remainingMessages } from "./send-message.server";
import {
  countTurns,
  MAX_TURNS,
  reminderIndexes,
  threadState,
  unansweredMessage,
  type ThreadMessage,
} from "./thread";
import { listThreads, readThread, type Thread } from "./threads.server";

/** Parses the `before` parameter, a sequence number; undefined for the latest page. */
export function parseBefore(cursor: string | null): number | undefined {
  return cursor !== null && /^\d{1,4}$/.test(cursor) ? Number(cursor) : undefined;
}

/**
 * The last messages before `before` that fit on a page together with the preview of the model request; at
 * least one.
 */
export function messagesOnPage<M extends Pick<ThreadMessage, "seq" | "text">>(
  messages: readonly M[],
  before: number | undefined,
  sent: readonly { text: string }[],
): M[] {
  const earlier = messages.filter(({ seq }) => before === undefined || seq < before);
  const candidates = earlier.length > 0 ? earlier : messages;
  let bytes = sent.reduce((sum, { text }) => sum + renderedBytes(text), 0);
  const end = candidates.findLastIndex(
    ({ text }, at) =>
      (bytes += renderedBytes(text ?? "")) > MAX_PAGE_TEXT_BYTES && at < candidates.length - 1,
  );
  return candidates.slice(end + 1);
}

/** The member's newest threads, formatted for a list. */
export async function listRecentThreads(member: Member, coachKey?: CoachKey) {
  const today = todayIn(member.timezone);
  const threads = await listThreads(member, coachKey);
  return threads.map(({ id, coachKey, updatedAt, turns, begins }) => ({
    id,
    name: findCoach(coachKey)?.name ?? "",
    when: formatRelativeDay(localMoment(updatedAt, member.timezone).date, today),
    turns,
    begins,
  }));
}

/**
 * Data of a thread's page; null for an unknown id and for a thread of another member. `before` is the cursor
 * of a long thread: only messages before this sequence number are shown.
 */
export async function readThreadPage(member: Member, id: string, before: string | null = null) {
  const thread = await readThread(member, id);
  const coach = findCoach(thread?.coachKey);
  if (!thread || !coach) return null;
  const at = now();
  const [entries, { left }] = await Promise.all([
    readChosenEntries(member, thread.contextEntryIds),
    remainingMessages(member),
  ]);
  const isFixed = thread.fixedUntil !== null && thread.fixedUntil > at;
  const state = threadState(thread.messages);
  const otherPlan = requiredPlan(member.subscriptionTier, coach.key);
  const last = thread.messages.at(-1);
  const isOpen = state === "open" && !otherPlan && !isFixed;
  const model = isOpen ? await modelPart(member, thread) : null;
  const shown = messagesOnPage(thread.messages, parseBefore(before), model?.sent ?? []);
  const asksByRules = state === "open" && !isFixed && last?.role === "coach" && last.engine === "rules";
  return {
    id,
    coach: { key: coach.key, name: coach.name, asks: coach.asks },
    otherPlan,
    isFixed,
    state,
    turns: countTurns(thread.messages),
    turnsLeft: MAX_TURNS - countTurns(thread.messages),
    left,
    passage: findPassage(thread.passageRef, member.prayer.translation) ?? null,
    entries: entries.map(toContextEntry).map(({ id, day, name }) => ({ id, day, name })),
    messageCount: thread.messages.length,
    /** Cursor of the page before this one; null on the first page. */
    earlier: shown[0] === thread.messages[0] ? null : (shown[0]?.seq ?? null),
    isLatest: shown.at(-1) === last,
    messages: shown.map(({ id, role, kind, note, about, engine, text, at: sentAt }) => ({
      id,
      role,
      kind,
      note,
      engine,
      text,
      sentAt: formatSavedAt(sentAt, at, member.timezone),
      care:
        kind === "talk"
          ? null
          : careNoteFor(member, { level: kind === "care" ? 2 : 1, about: about ?? "self" }),
      isDraft: role === "coach" && kind === "talk" && (text?.startsWith(DRAFT_MARK) ?? false),
    })),
    reminders: reminderIndexes(shown, at),
    isUnanswered: unansweredMessage(thread.messages) !== undefined,
    offers: asksByRules ? [...nextRuleQuestion(thread).offers] : [],
    heavyEntry: (await hasCrisisEntry(entries)) ? careNoteFor(member, { level: 1, about: "self" }) : null,
    model,
  };
}

/** Consent state, host and the exact request of the model; null where no model is available. */
async function modelPart(member: Member, thread: Thread) {
  const access = aiAccess(member.aiConsent, "coaches");
  if (!featuresOf(member.subscriptionTier).modelCoaches || access.state === "off") return null;
  const { request } = await previewModelRequest(member, thread);
  return {
    state: access.state,
    host: access.host,
    name: access.model,
    asking: consentText("coaches", access.host),
    sent: describeModelRequest(request),
  };
}

export type ThreadPage = NonNullable<Awaited<ReturnType<typeof readThreadPage>>>;
