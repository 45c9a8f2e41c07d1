import { z } from "zod";
import { InsightModel } from "#models/insight.server";
import { UserModel } from "#models/user.server";
import { isDay } from "~/domain/calendar/local-day";
import { formatNumber } from "~/domain/calendar/locale";
import {
  addTopic,
  readConversation,
  removeTopic,
  type TopicResult,
} from "~/domain/journal/conversation/conversation.server";
import { MAX_TOPIC_LINE } from "~/domain/journal/conversation/topic";
import { CONTENT_LIMITS } from "~/domain/journal/entries/content";
import { finishFreePage } from "~/domain/journal/entries/finish-entry.server";
import { TopicIntentSchema } from "~/domain/journal/schema";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { INSIGHTS, type InsightChoice } from "~/domain/member/preferences";
import { formSchemas } from "~/domain/member/setting-schemas";
import { t } from "~/i18n/t";
import { FEEDBACK, findLine, type Feedback } from "./insight";
import { insightId, readInsight } from "./insights.server";
import { startInsight } from "./make-insight.server";
import { formatWeek, isPastWeekStart } from "./week";

const USE_A_BUTTON = t("Please use one of the buttons on this page.");

/** Forms of a week's page; `keep` saves its prayer as an entry. */
export const WeekSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("generate") }),
    z.object({ intent: z.literal("feedback"), feedback: z.enum(FEEDBACK, USE_A_BUTTON) }),
    z.object({ intent: z.literal("delete") }),
    TopicIntentSchema,
    z.object({
      intent: z.literal("keep"),
      prayer: z
        .string(t("Write a few words first."))
        .max(
          CONTENT_LIMITS.answer,
          t("Please keep this under {answer} characters.", { answer: formatNumber(CONTENT_LIMITS.answer) }),
        )
        .refine((text) => text.trim() !== "", t("Write a few words first.")),
    }),
  ],
  USE_A_BUTTON,
);

const week = z.string().refine(isDay, USE_A_BUTTON).optional();
/** Forms of the list of insights; `weekStart` defaults to the last complete week. */
export const ListSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("generate"), weekStart: week }),
    z.object({ intent: z.literal("feedback"), weekStart: week, feedback: z.enum(FEEDBACK, USE_A_BUTTON) }),
    z.object({ intent: z.literal("delete"), weekStart: week }),
  ],
  USE_A_BUTTON,
);

/** Forms of the page about how insights are made: consent to a model, and the settings. */
export const InsightSettingsSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("agree"), host: z.string().max(300) }),
    z.object({ intent: z.literal("withdraw") }),
    z.object({ intent: z.literal("notice"), ...formSchemas(INSIGHTS) }),
  ],
  USE_A_BUTTON,
);

/** Whether the day is the start of a complete week of the member. */
export function isOwnWeek(member: Member, weekStart: string): boolean {
  return isPastWeekStart(weekStart, todayIn(member.timezone), member.weekStart);
}

export async function remakeInsight(member: Member, weekStart: string): Promise<void> {
  await startInsight(member, weekStart, { again: true });
}

/**
 * Saves the edited prayer of an insight as an entry of today.
 * @returns the id of the entry, or null if it cannot be saved
 */
export function saveWeekPrayer(
  member: Member,
  weekStart: string,
  prayer: string,
  submission: string | undefined,
): Promise<string | null> {
  const title = t("A prayer after {weekStart}", { weekStart: formatWeek(weekStart) });
  return finishFreePage(member, { title, body: prayer }, submission);
}

/** @returns false for an unknown insight */
export async function saveFeedback(member: Member, weekStart: string, feedback: Feedback): Promise<boolean> {
  const { matchedCount } = await InsightModel.updateOne(
    { _id: insightId(member.id, weekStart), userId: member.id, status: "ready" },
    { $set: { feedback } },
  );
  return matchedCount === 1;
}

/**
 * Deletes the content of an insight permanently. The record stays as a tombstone, so that no job makes it
 * again.
 */
export async function deleteInsight(member: Member, weekStart: string): Promise<boolean> {
  const { matchedCount } = await InsightModel.updateOne(
    { _id: insightId(member.id, weekStart), userId: member.id },
    { $set: { status: "deleted", sealed: null, entryIds: [], feedback: "", madeAt: null, claim: null } },
  );
  return matchedCount === 1;
}

export async function saveInsightSettings(member: Member, settings: InsightChoice): Promise<void> {
  await UserModel.updateOne({ _id: member.id }, { $set: { insights: settings } });
}

const topicId = (weekStart: string, part: string) => `${weekStart}.${part}`;

/** The ids of the marked lines of a week. */
export async function marksOfWeek(member: Member, weekStart: string) {
  const { topics, before } = await readConversation(member);
  const prefix = topicId(weekStart, "");
  return {
    marked: topics.flatMap(({ id }) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : [])),
    isFirstMark: topics.length + before.length === 0,
  };
}

/** Marks a line of an insight as a topic for a conversation, with its present text, or removes the mark. */
export async function changeLineTopic(
  member: Member,
  weekStart: string,
  intent: "talk" | "untalk",
  part: string,
): Promise<TopicResult | { ok: false; code: "not_found" }> {
  const id = topicId(weekStart, part);
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
    text: text.slice(0, MAX_TOPIC_LINE).toWellFormed(),
  };
  return addTopic(member, { id, line, week: weekStart, ...(entry && { entry }) });
}
