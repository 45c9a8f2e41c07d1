import { countJournalBytes, storedSizeOf, type Sized } from "#models/db/journal-size.server";
import { UserModel } from "#models/user.server";
import { allow } from "~/domain/attempts/attempts.server";
import { HOUR, MINUTE } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { isCountDue, isNearlyFull, MB, NEARLY, notedAt } from "./journal-quota";

/** What a person wants to keep is more than their quota leaves. Nothing was stored. */
export class JournalFullError extends Error {
  override name = "JournalFullError";
}

type Owner = Pick<Member, "id" | "room">;

const quota = () => env.JOURNAL_QUOTA_MB * MB;
/** A count reads a whole journal: at most this often per person, and one at a time per process. */
const COUNTS_AN_HOUR = 12;
const COUNT_HOLDS = 10 * MINUTE;
/** Small sums are held for at most this many people; beyond that the longest held is written down. */
const MOST_HELD = 1000;

const shared = globalThis as typeof globalThis & {
  isCountingQuota?: boolean;
  heldQuota?: Map<number, number>;
};
/** Bytes written but not yet noted, by person. A killed process loses them: less than a tenth of a megabyte each. */
const held = (shared.heldQuota ??= new Map<number, number>());

const sizeOf = (records: readonly Sized[]) => records.reduce((sum, record) => sum + storedSizeOf(record), 0);

/**
 * Takes from the quota for records that are about to be stored. Mostly without a query: the sums of many saves are written
 * together. In a journal that is nearly full, the database counts each one before it is stored.
 * @throws JournalFullError
 */
export async function takeQuota(owner: Owner, records: readonly Sized[]): Promise<void> {
  const bytes = sizeOf(records);
  const known = owner.room.bytes + (held.get(owner.id) ?? 0);
  if (!isNearlyFull(known + bytes, quota())) return note(owner.id, bytes);
  await writeDown(owner.id);
  const room = (await readQuota(owner.id)) ?? owner.room;
  const isDue = isCountDue(room.bytes, room.counted, quota());
  const isCounted = isDue && (await countAgain(owner.id));
  if (await add(owner.id, bytes)) return;
  const isOld = now().getTime() - room.countedAt.getTime() > COUNT_HOLDS;
  if (!isCounted && isOld && (await countAgain(owner.id)) && (await add(owner.id, bytes))) return;
  throw new JournalFullError();
}

/** Notes records that are stored even beyond the quota: answers, and by-products. */
export async function noteQuota(owner: Owner, records: readonly Sized[]): Promise<void> {
  await note(owner.id, sizeOf(records));
}

/** Something was deleted for good: a journal that is nearly full may be counted again. */
export async function giveQuotaBack(owner: Owner): Promise<void> {
  if (isNearlyFull(owner.room.bytes, quota()))
    await UserModel.updateOne({ _id: owner.id }, { $set: { "room.countedAt": new Date(0) } });
}

/** Whether the person should be warned, as far as we know without a query. */
export const isNearQuota = ({ room }: Owner): boolean => isNearlyFull(room.bytes, quota());

type QuotaUse = { bytes: number; quota: number };

/** What is used of the quota, recounted if the last count is old and the journal nearly full. */
export async function readQuotaOf(owner: Owner): Promise<QuotaUse> {
  let bytes = owner.room.bytes + (held.get(owner.id) ?? 0);
  if (isNearlyFull(bytes, quota())) {
    const { countedAt, counted } = owner.room;
    const isOld = now().getTime() - countedAt.getTime() > COUNT_HOLDS;
    if (isOld || isCountDue(bytes, counted, quota())) await countAgain(owner.id);
    bytes = (await readQuota(owner.id))?.bytes ?? bytes;
  }
  return { bytes, quota: quota() };
}

/** How many journals are nearly full, for the operator. */
export async function countNearlyFull(): Promise<{ journals: number; quota: number }> {
  const journals = await UserModel.countDocuments({ "room.bytes": { $gt: quota() * NEARLY } });
  return { journals, quota: quota() };
}

async function note(userId: number, bytes: number): Promise<void> {
  const sum = (held.get(userId) ?? 0) + bytes;
  held.delete(userId);
  held.set(userId, sum);
  if (sum >= notedAt(quota())) await writeDown(userId);
  else if (held.size > MOST_HELD) for (const longest of held.keys()) return writeDown(longest);
}

async function writeDown(userId: number): Promise<void> {
  const bytes = held.get(userId) ?? 0;
  held.delete(userId);
  if (bytes > 0) await UserModel.updateOne({ _id: userId }, { $inc: { "room.bytes": bytes } });
}

async function readQuota(userId: number): Promise<Owner["room"] | null> {
  const user = await UserModel.findById(userId, { room: 1 }).lean<Pick<Owner, "room">>();
  return user?.room ?? null;
}

/** Atomic: of many at once, only as many succeed as the quota allows. */
async function add(userId: number, bytes: number): Promise<boolean> {
  const { matchedCount } = await UserModel.updateOne(
    { _id: userId, "room.bytes": { $lte: quota() - bytes } },
    { $inc: { "room.bytes": bytes } },
  );
  return matchedCount === 1;
}

/** Counts what is there. @returns false if the count has to wait */
async function countAgain(userId: number): Promise<boolean> {
  if (shared.isCountingQuota) return false;
  shared.isCountingQuota = true;
  try {
    if (!(await allow(`room|${userId}`, COUNTS_AN_HOUR, HOUR))) return false;
    const before = (await readQuota(userId))?.bytes ?? 0;
    const counted = await countJournalBytes(userId);
    // Added rather than set, so that what was taken meanwhile stays taken.
    await UserModel.updateOne(
      { _id: userId },
      {
        $inc: { "room.bytes": counted - before },
        $set: { "room.counted": counted, "room.countedAt": now() },
      },
    );
    return true;
  } finally {
    shared.isCountingQuota = false;
  }
}
