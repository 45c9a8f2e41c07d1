import { z } from "zod";
import { CoachDailyUsageModel, CoachMessageModel, CoachThreadModel } from "#models/coaches.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import { createIfMissing } from "#models/db/queries.server";
import { DAY, hasPassed } from "~/domain/calendar/durations";
import { addDays, instantOf } from "~/domain/calendar/local-day";
import { recordUsage, storeWithinQuota } from "~/domain/limits/journal-quota.server";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { deterministicId } from "~/domain/member/member-keys.server";
import { featuresOf, hasCoach } from "~/domain/member/plan";
import { CARE_TEXTS } from "~/domain/safety/care";
import type { Crisis } from "~/domain/safety/crisis";
import { CARE_MS, countCrisis, detectCrisis } from "~/domain/safety/detect-crisis.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { randomToken } from "~/platform/signing.server";
import { answerNext } from "./answer.server";
import { readChosenEntries } from "./model-request.server";
import { COACH_LIMITS, GENTLE_ANSWER, threadState, unansweredMessage } from "./thread";
import {
  COACH_PURPOSE,
  coachEncryptionKey,
  encryptMessage,
  PLAIN_TALK,
  readThread,
  type MessageContent,
  type Thread,
} from "./threads.server";

const messageField = z
  .string({ error: t("Please write something first.") })
  .trim()
  .max(
    COACH_LIMITS.message,
    t("Please keep it under {message} characters.", { message: COACH_LIMITS.message }),
  );

/** Form of `/coaches/:key`. */
export const StartSchema = z.object({
  intent: z.literal("start"),
  entry: z
    .array(z.string().max(64))
    .max(
      COACH_LIMITS.entries,
      t("Please choose at most {entries} entries.", { entries: COACH_LIMITS.entries }),
    )
    .default([]),
  message: messageField.default(""),
  passage: z.string().trim().max(80, t("Please enter one reference, such as John 15:4–8.")).default(""),
});

const message = messageField.min(1, t("Please write something first."));

/** Forms of `/coaches/threads/:id`. */
export const ThreadFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send"), message }),
  z.object({ intent: z.literal("offer"), offer: message }),
  z.object({
    intent: z.literal("preview"),
    message: messageField.default(""),
  }),
  z.object({
    intent: z.literal("consent"),
    host: z.string().max(300),
    message: z.string().max(COACH_LIMITS.message).default(""),
  }),
  z.object({ intent: z.enum(["answer", "withdraw", "delete"]) }),
  z.object({ intent: z.literal("keep"), id: z.string().max(64) }),
]);

/** Requests of the page's script: send a message for a streamed answer, or stop the answer. */
export const StreamSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send"), message }),
  z.object({ intent: z.literal("stop") }),
]);

const USAGE_RETENTION_MS = 3 * DAY;

const usageId = (member: Member) => `${member.id}|${todayIn(member.timezone)}`;

/** Remaining and allowed messages to coaches on the member's current day. */
export async function remainingMessages(member: Member): Promise<{ left: number; of: number }> {
  const of = featuresOf(member.subscriptionTier).coachMessagesADay;
  const day = await CoachDailyUsageModel.findById(usageId(member)).lean();
  return { left: Math.max(0, of - (day?.count ?? 0)), of };
}

/**
 * Consumes one message of the day by compare-and-set.
 * @returns false when none remains
 */
async function consumeMessage(member: Member): Promise<boolean> {
  const _id = usageId(member);
  const of = featuresOf(member.subscriptionTier).coachMessagesADay;
  const increment = () => CoachDailyUsageModel.updateOne({ _id, count: { $lt: of } }, { $inc: { count: 1 } });
  if ((await increment()).matchedCount === 1) return true;
  const expiresAt = new Date(now().getTime() + USAGE_RETENTION_MS);
  await createIfMissing(CoachDailyUsageModel, { _id, userId: member.id, count: 0, expiresAt });
  return (await increment()).matchedCount === 1;
}

async function refundMessage(member: Member): Promise<void> {
  await CoachDailyUsageModel.updateOne({ _id: usageId(member), count: { $gt: 0 } }, { $inc: { count: -1 } });
}

/** Seconds until the member's next local day, when the limit resets. */
export function secondsUntilTomorrow({ timezone }: Pick<Member, "timezone">): number {
  const zone = timezone || "UTC";
  const tomorrow = addDays(todayIn(zone), 1);
  return Math.max(1, Math.ceil((instantOf(tomorrow, "00:00", zone).getTime() - now().getTime()) / 1000));
}

export type SendResult =
  | { ok: true }
  | { ok: false; code: "not_found" | "not_in_plan" | "closed" | "daily_limit" };
/**
 * `kept` is called once the message is stored; `show` receives the sentences of the answer as they arrive.
 */
type SendOptions = { submission?: string; kept?: () => void; show?: (sentences: string) => void };

/**
 * Stores a message to a coach and answers it. Idempotent by `submission`. A message with an urgent crisis
 * signal is answered by the fixed help text, without a model.
 */
export async function sendMessage(
  member: Member,
  threadId: string,
  text: string,
  options: SendOptions = {},
): Promise<SendResult> {
  const thread = await readThread(member, threadId);
  if (!thread) return { ok: false, code: "not_found" };
  if (!hasCoach(member.subscriptionTier, thread.coachKey)) return { ok: false, code: "not_in_plan" };
  const key = coachEncryptionKey(member);
  const { submission } = options;
  // Whitespace is collapsed, because script and form encode line breaks differently. The text is part of the
  // id: another text in the same form is another message.
  const name = `message|${threadId}|${submission}|${text.replace(/\s+/g, " ")}`;
  const id = submission ? deterministicId(member, COACH_PURPOSE, name) : randomToken(16);
  if (thread.messages.some((message) => message.id === id)) return { ok: true };
  if (threadState(thread.messages) === "closed") return { ok: false, code: "closed" };
  const last = thread.messages.at(-1)?.seq ?? 0;
  const seq = last % 2 === 0 ? last + 1 : last + 2;
  const position = { _id: id, userId: member.id, threadId, seq, at: now() };
  const record = encryptMessage(key, position, { ...PLAIN_TALK, text });
  const refusal = await storeWithinQuota(member, [record], async (release) => {
    if (!(await consumeMessage(member))) {
      release();
      return "daily_limit";
    }
    try {
      await CoachMessageModel.create(record);
      return null;
    } catch (error) {
      await refundMessage(member);
      if (!duplicateKeyFields(error)) throw error;
      release();
      return "taken";
    }
  });
  if (refusal === "daily_limit") return { ok: false, code: refusal };
  // A concurrent request took this sequence number, so read the thread again.
  if (refusal === "taken") return sendMessage(member, threadId, text, options);
  options.kept?.();
  return answerLast(member, threadId, options);
}

/** Answers the last message if it has no answer yet, for example after an interruption. */
export async function answerLast(
  member: Member,
  threadId: string,
  options: SendOptions = {},
): Promise<SendResult> {
  const thread = await readThread(member, threadId);
  if (!thread) return { ok: false, code: "not_found" };
  if (!hasCoach(member.subscriptionTier, thread.coachKey)) return { ok: false, code: "not_in_plan" };
  const pending = unansweredMessage(thread.messages);
  if (!pending) return { ok: true };
  const content = await composeAnswer(member, thread, pending.text ?? "", options);
  const key = coachEncryptionKey(member);
  const position = { _id: `${pending.id}-a`, userId: member.id, threadId, seq: pending.seq + 1, at: now() };
  const record = encryptMessage(key, position, content);
  await recordUsage(member, [record]);
  await createIfMissing(CoachMessageModel, record);
  const { matchedCount } = await CoachThreadModel.updateOne(
    { _id: threadId, userId: member.id },
    { $set: { updatedAt: now() } },
  );
  // The member deleted the thread while the answer was written: delete the message that this call has added to it.
  if (matchedCount === 0) await CoachMessageModel.deleteMany({ threadId, userId: member.id });
  return matchedCount === 0 ? { ok: false, code: "not_found" } : { ok: true };
}

async function composeAnswer(
  member: Member,
  thread: Thread,
  text: string,
  options: SendOptions,
): Promise<MessageContent> {
  const crisis = await detectThreadCrisis(member, thread, text);
  await countCrisis(crisis);
  if (crisis.level === 2) {
    const fixedUntil = new Date(now().getTime() + CARE_MS);
    await CoachThreadModel.updateOne({ _id: thread.id, userId: member.id }, { $set: { fixedUntil } });
    return careAnswer(crisis);
  }
  if (thread.fixedUntil && !hasPassed(thread.fixedUntil, now(), CARE_MS))
    return careAnswer({ level: 2, about: "self" });
  if (crisis.level === 1)
    return { ...PLAIN_TALK, kind: "gentle", engine: "rules", about: crisis.about, text: GENTLE_ANSWER };
  return answerNext(member, thread, options);
}

const careAnswer = ({ about }: Crisis): MessageContent => {
  const { title, text } = about === "others" ? CARE_TEXTS.urgent.others : CARE_TEXTS.urgent.self;
  return { ...PLAIN_TALK, kind: "care", engine: "rules", about, text: `${title}. ${text}` };
};

async function detectThreadCrisis(member: Member, thread: Thread, text: string): Promise<Crisis> {
  const entries = await readChosenEntries(member, thread.contextEntryIds);
  return detectCrisis(text, [thread.passageRef, ...entries.map(({ passageRef }) => passageRef)]);
}
