import { consentText } from "~/domain/ai/consent-texts";
import { aiAccessOf } from "~/domain/ai/consent.server";
import { savedAtInWords } from "~/domain/calendar/day-in-words";
import type { Member } from "~/domain/member/member";
import { features } from "~/domain/member/tiers";
import { careFor } from "~/domain/safety/notice-crisis.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { now } from "~/platform/clock";
import { nextByRules, someCallForHelp, whatLeaves } from "./answer.server";
import { asContext, chosenEntries } from "./context-entries.server";
import { messagesLeft } from "./daily-limit.server";
import { fittingMessages, readBefore } from "./fitting-messages";
import { outgoingInWords } from "./prompt";
import { coachNamed, otherPlanOf } from "./roster";
import { DRAFT_MARK } from "./scribe-draft";
import { MOST_TURNS, reminderPlaces, stateOfThread, turnsTaken, unanswered } from "./thread";
import { readThread, type Thread } from "./threads.server";

/**
 * Everything that the page of a conversation shows; null for an unknown id and for another person's alike. A very long
 * conversation has pages: `before` asks for the messages before that one.
 */
export async function threadPage(member: Member, id: string, before: string | null = null) {
  const thread = await readThread(member, id);
  const coach = coachNamed(thread?.coachKey);
  if (!thread || !coach) return null;
  const at = now();
  const [entries, { left }] = await Promise.all([
    chosenEntries(member, thread.contextEntryIds),
    messagesLeft(member),
  ]);
  const isFixed = thread.fixedUntil !== null && thread.fixedUntil > at;
  const state = stateOfThread(thread.messages);
  const otherPlan = otherPlanOf(member.subscriptionTier, coach.key);
  const last = thread.messages.at(-1);
  const isOpen = state === "open" && !otherPlan && !isFixed;
  const model = isOpen ? await modelOf(member, thread) : null;
  const shown = fittingMessages(thread.messages, readBefore(before), model?.sent ?? []);
  const asksByRules = state === "open" && !isFixed && last?.role === "coach" && last.engine === "rules";
  return {
    id,
    coach: { key: coach.key, name: coach.name, asks: coach.asks },
    otherPlan,
    isFixed,
    state,
    turns: turnsTaken(thread.messages),
    turnsLeft: MOST_TURNS - turnsTaken(thread.messages),
    left,
    passage: findPassage(thread.passageRef, member.prayer.translation) ?? null,
    entries: entries.map(asContext).map(({ id, day, name }) => ({ id, day, name })),
    said: thread.messages.length,
    /** The message whose predecessors the page before this one shows; null on the first page. */
    earlier: shown[0] === thread.messages[0] ? null : (shown[0]?.seq ?? null),
    isLatest: shown.at(-1) === last,
    messages: shown.map(({ id, role, kind, note, about, engine, text, at: said }) => ({
      id,
      role,
      kind,
      note,
      engine,
      text,
      said: savedAtInWords(said, at, member.timezone),
      care:
        kind === "talk" ? null : careFor(member, { level: kind === "care" ? 2 : 1, about: about ?? "self" }),
      isDraft: role === "coach" && kind === "talk" && (text?.startsWith(DRAFT_MARK) ?? false),
    })),
    reminders: reminderPlaces(shown, at),
    isUnanswered: unanswered(thread.messages) !== undefined,
    offers: asksByRules ? [...nextByRules(thread).offers] : [],
    heavyEntry: (await someCallForHelp(entries)) ? careFor(member, { level: 1, about: "self" }) : null,
    model,
  };
}

/** Where a model could answer: its host, whether it may, and exactly what would be sent. */
async function modelOf(member: Member, thread: Thread) {
  const access = aiAccessOf(member.aiConsent, "coaches");
  if (!features(member.subscriptionTier).modelCoaches || access.state === "off") return null;
  const { outgoing } = await whatLeaves(member, thread);
  return {
    state: access.state,
    host: access.host,
    name: access.model,
    asking: consentText("coaches", access.host),
    sent: outgoingInWords(outgoing),
  };
}

export type ThreadPage = NonNullable<Awaited<ReturnType<typeof threadPage>>>;
