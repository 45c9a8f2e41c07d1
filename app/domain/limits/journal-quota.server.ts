import { storedSizeOf, type Sized } from "#models/db/journal-size.server";
import { UserModel } from "#models/user.server";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { isCountDue, isCountOld, isNearlyFull, MB, NEARLY_FULL_RATIO } from "./journal-quota";
import {
  readRoom,
  recountQuota,
  reserveBytes,
  reserveCharged,
  runSerially,
  unusedBytes,
  withShare,
  type QuotaShare,
} from "./quota-reservation.server";

/** The records do not fit in what is left of the quota. Nothing was stored. */
export class JournalFullError extends Error {
  override name = "JournalFullError";
}

type Owner = Pick<Member, "id" | "room">;
/** Releases the quota of records that were not stored after all; without an argument, of all of them. */
type Release = (unused?: readonly Sized[]) => void;

const quota = () => env.JOURNAL_QUOTA_MB * MB;
const sizeOf = (records: readonly Sized[]) => records.reduce((sum, record) => sum + storedSizeOf(record), 0);

/**
 * Reserves quota for records, then stores them. The reservation is a conditional update of the stored sum, so concurrent
 * requests and processes never exceed the quota together. If `store` throws, everything is released.
 * @throws JournalFullError
 */
export function storeWithinQuota<Result>(
  owner: Owner,
  records: readonly Sized[],
  store: (release: Release) => Promise<Result>,
): Promise<Result> {
  const bytes = sizeOf(records);
  return withShare(owner.id, async (share) => {
    const isReserved =
      reserveCharged(share, bytes) || (await runSerially(share, () => reserve(owner.id, share, bytes)));
    if (!isReserved) throw new JournalFullError();
    let unused = 0;
    try {
      return await store((released = records) => (unused = sizeOf(released)));
    } catch (error) {
      unused = bytes;
      throw error;
    } finally {
      share.pending -= bytes;
      share.left += unused;
    }
  });
}

/** Reserves bytes. The stored sum includes texts that were replaced since the last count, so it is corrected when that matters. */
async function reserve(userId: number, share: QuotaShare, bytes: number): Promise<boolean> {
  const isReserved = await reserveBytes(userId, share, bytes, quota());
  // Something is left only far from the quota.
  if (isReserved && share.left > 0) return true;
  const room = await readRoom(userId);
  const isDue = room && isNearlyFull(room.bytes, quota()) && isCountDue(room, quota());
  const isWorthCounting = isDue || (!isReserved && room && isCountOld(room, now()));
  if (!isWorthCounting || !(await recountQuota(userId, share))) return isReserved;
  return isReserved || reserveBytes(userId, share, bytes, quota());
}

/** Charges records that are stored even beyond the quota: responses, and by-products. */
export async function recordUsage(owner: Owner, records: readonly Sized[]): Promise<void> {
  await UserModel.updateOne({ _id: owner.id }, { $inc: { "room.bytes": sizeOf(records) } });
}

/** Something was deleted for good: a journal that is nearly full may be counted again. */
export async function allowRecount(owner: Owner): Promise<void> {
  await UserModel.updateOne(
    { _id: owner.id, "room.bytes": { $gt: quota() * NEARLY_FULL_RATIO } },
    { $set: { "room.countedAt": new Date(0) } },
  );
}

/** Whether the person should be warned, as far as we know without a query. */
export const isNearQuota = ({ room }: Owner): boolean => isNearlyFull(room.bytes, quota());

type QuotaUse = { bytes: number; quota: number };

/** What is used of the quota, recounted if the last count is old and the journal nearly full. */
export async function readQuotaOf({ id, room }: Owner): Promise<QuotaUse> {
  let bytes = room.bytes - unusedBytes(id);
  if (isNearlyFull(bytes, quota())) {
    if (isCountOld(room, now()) || isCountDue(room, quota()))
      await withShare(id, (share) => runSerially(share, () => recountQuota(id, share)));
    bytes = ((await readRoom(id))?.bytes ?? room.bytes) - unusedBytes(id);
  }
  return { bytes, quota: quota() };
}

/** How many journals are nearly full, for the operator. */
export async function countNearlyFull(): Promise<{ journals: number; quota: number }> {
  const journals = await UserModel.countDocuments({ "room.bytes": { $gt: quota() * NEARLY_FULL_RATIO } });
  return { journals, quota: quota() };
}
