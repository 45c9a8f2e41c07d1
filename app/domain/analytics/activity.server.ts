import { ActivityDayModel } from "#models/activity-day.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import { UserModel } from "#models/user.server";
import { fingerprint } from "~/platform/encryption.server";
import { DAY } from "~/domain/calendar/durations";
import { utcDay } from "~/domain/calendar/utc";

/** Long enough to see who is back after thirty days. */
const KEEP_MS = 40 * DAY;

const idOf = (day: string, userId: number) => `${day}|${fingerprint("activity-day", String(userId))}`;

/** Records that someone is here: the moment on their account, the day once. */
export async function noteActive(userId: number, at: Date, lastSeenAt: Date | null): Promise<void> {
  const isFirstToday = !lastSeenAt || utcDay(lastSeenAt) !== utcDay(at);
  await Promise.all([
    UserModel.updateOne({ _id: userId }, { $set: { lastSeenAt: at } }),
    isFirstToday && insertDay(userId, at),
  ]);
}

async function insertDay(userId: number, at: Date): Promise<void> {
  const expiresAt = new Date(at.getTime() + KEEP_MS);
  try {
    await ActivityDayModel.create({ _id: idOf(utcDay(at), userId), expiresAt });
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
  }
}

/** How many people were here on a day. */
export function countActive(day: string): Promise<number> {
  return ActivityDayModel.countDocuments({ _id: { $gte: `${day}|`, $lt: `${day}}` } });
}

/** How many of these people were here on a day. */
export async function countActiveOf(day: string, userIds: readonly number[]): Promise<number> {
  let count = 0;
  for (let from = 0; from < userIds.length; from += 500) {
    const ids = userIds.slice(from, from + 500).map((userId) => idOf(day, userId));
    count += await ActivityDayModel.countDocuments({ _id: { $in: ids } });
  }
  return count;
}
