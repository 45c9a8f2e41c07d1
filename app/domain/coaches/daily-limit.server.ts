import { CoachDailyUsageModel } from "#models/coach-daily-usage.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import { DAY } from "~/domain/calendar/durations";
import { addDays, instantOf, localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { features } from "~/domain/member/tiers";
import { now } from "~/platform/clock";

const KEEP_MS = 3 * DAY;

const dayOf = (member: Member) => `${member.id}|${localMoment(now(), member.timezone).date}`;

/** How many messages a person may still send to coaches today, and of how many. */
export async function messagesLeft(member: Member): Promise<{ left: number; of: number }> {
  const of = features(member.subscriptionTier).coachMessagesADay;
  const day = await CoachDailyUsageModel.findById(dayOf(member)).lean();
  return { left: Math.max(0, of - (day?.count ?? 0)), of };
}

/** Takes one of today's messages. @returns false when today's are used up */
export async function consumeMessage(member: Member): Promise<boolean> {
  const _id = dayOf(member);
  const of = features(member.subscriptionTier).coachMessagesADay;
  const take = () => CoachDailyUsageModel.updateOne({ _id, count: { $lt: of } }, { $inc: { count: 1 } });
  if ((await take()).matchedCount === 1) return true;
  try {
    await CoachDailyUsageModel.create({
      _id,
      userId: member.id,
      count: 0,
      expiresAt: new Date(now().getTime() + KEEP_MS),
    });
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
  }
  return (await take()).matchedCount === 1;
}

/** Gives one back that was not used after all. */
export async function refundMessage(member: Member): Promise<void> {
  await CoachDailyUsageModel.updateOne({ _id: dayOf(member), count: { $gt: 0 } }, { $inc: { count: -1 } });
}

/** How long it is until a person's next day begins, and their messages with it. */
export function secondsToTomorrow({ timezone }: Pick<Member, "timezone">): number {
  const zone = timezone || "UTC";
  const tomorrow = addDays(localMoment(now(), zone).date, 1);
  return Math.max(1, Math.ceil((instantOf(tomorrow, "00:00", zone).getTime() - now().getTime()) / 1000));
}
