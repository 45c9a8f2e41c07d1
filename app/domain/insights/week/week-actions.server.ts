import { InsightModel } from "#models/insight.server";
import { UserModel } from "#models/user.server";
import { localMoment } from "~/domain/calendar/local-day";
import { findLine, type Feedback } from "~/domain/insights/insight";
import { LONGEST_LINE } from "~/domain/journal/conversation/topic";
import {
  addTopic,
  readConversation,
  removeTopic,
  type TopicResult,
} from "~/domain/journal/conversation/topics.server";
import type { SaveOrigin } from "~/domain/journal/entries/drafts.server";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import type { Member } from "~/domain/member/member";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { readInsight } from "./insights.server";
import { beginInsight, insightId } from "./make-insight.server";
import { isOverAndBegins, weekInWords } from "./week";

/** Whether a week can be looked back on by this person: it begins on their first weekday and is over. */
export function isOwnWeek(member: Member, weekStart: string): boolean {
  return isOverAndBegins(weekStart, localMoment(now(), member.timezone).date, member.weekStart);
}

/** Makes a week's insight again, because the person asked for it. */
export async function makeAgain(member: Member, weekStart: string): Promise<void> {
  await beginInsight(member, weekStart, { again: true });
}

/** Keeps the prayer of an insight, as the person has changed it, as an entry of today. */
export async function keepPrayer(
  member: Member,
  weekStart: string,
  prayer: string,
  origin: Pick<SaveOrigin, "submission">,
): Promise<string | null> {
  const { date } = localMoment(now(), member.timezone);
  const result = await finishEntry(
    member,
    {
      kind: "free",
      slot: "none",
      forDate: date,
      promptSet: "",
      promptIds: [],
      passageRef: "",
      content: {
        title: t("A prayer after {weekStart}", { weekStart: weekInWords(weekStart) }),
        body: prayer,
        tags: [],
        mood: "",
        answers: [],
      },
    },
    // It has no draft of its own: the free page's draft stays.
    { ...origin, draftVersion: 0 },
  );
  return result.ok ? result.id : null;
}

/** Keeps what a person thinks of an insight. @returns false for an unknown insight */
export async function giveFeedback(member: Member, weekStart: string, feedback: Feedback): Promise<boolean> {
  const { matchedCount } = await InsightModel.updateOne(
    { _id: insightId(member.id, weekStart), userId: member.id, status: "ready" },
    { $set: { feedback } },
  );
  return matchedCount === 1;
}

/** Deletes an insight's content for good; the record stays, so that it is not made again automatically. */
export async function deleteInsight(member: Member, weekStart: string): Promise<boolean> {
  const { matchedCount } = await InsightModel.updateOne(
    { _id: insightId(member.id, weekStart), userId: member.id },
    { $set: { status: "deleted", sealed: null, entryIds: [], feedback: "", madeAt: null, claim: null } },
  );
  return matchedCount === 1;
}

/** Whether a mail says that a week's insight is ready. */
export async function setMailNotice(member: Member, mailNotice: boolean): Promise<void> {
  await UserModel.updateOne({ _id: member.id }, { $set: { "insights.mailNotice": mailNotice } });
}

const idOf = (weekStart: string, part: string) => `${weekStart}.${part}`;

/** The lines of a week that are marked, by their parts. */
export async function topicsOfWeek(member: Member, weekStart: string): Promise<string[]> {
  const { topics } = await readConversation(member);
  const before = idOf(weekStart, "");
  return topics.flatMap(({ id }) => (id.startsWith(before) ? [id.slice(before.length)] : []));
}

/** Marks a line of a week that was looked back on, as it reads now, or takes the mark away. */
export async function actOnLine(
  member: Member,
  weekStart: string,
  intent: "talk" | "untalk",
  part: string,
): Promise<TopicResult | { ok: false; code: "not_found" }> {
  const id = idOf(weekStart, part);
  if (intent === "untalk") {
    await removeTopic(member, id);
    return { ok: true };
  }
  const insight = await readInsight(member, weekStart);
  const found = insight?.content && findLine(insight.content, part);
  if (!found) return { ok: false, code: "not_found" };
  const { entryId: entry, text } = found;
  const line = {
    date: (entry && insight.days[entry]) || weekStart,
    from: entry ? t("Looking back on your week") : t("A question for the days to come"),
    passage: "",
    text: text.slice(0, LONGEST_LINE).toWellFormed(),
  };
  return addTopic(member, { id, line, week: weekStart, ...(entry && { entry }) });
}
