import { countJournalBytes, recordSize, type SizedRecord } from "#models/db/journal-size.server";
import { UserModel } from "#models/user.server";
import type { QuotaPart } from "#models/user/plan.server";
import { HOUR, SECOND } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { randomToken } from "~/platform/signing.server";
import {
  chargeBlockBytes,
  isCountStale,
  isNearlyFull,
  isRecountDue,
  JournalFullError,
  MB,
  NEARLY_FULL_RATIO,
} from "./journal-quota";
import { tryConsume } from "./rate-limits.server";

/** Bytes of one journal that this process has charged to the stored sum and does not know to be stored. */
export type QuotaShare = {
  /** Charged in advance, so that most saves need no write of their own. */
  left: number;
  /** Reserved for records that are being stored. */
  pending: number;
  /** How many operations use the share. */
  users: number;
  /** Monotonic time at which another process's charge was last seen. */
  othersAt: number;
  queue: Promise<unknown>;
};

const MAX_SHARES = 1000;

const quotaShares = globalThis as typeof globalThis & {
  quotaShares?: Map<number, QuotaShare>;
};
/** A killed process loses what is left in its shares until the next count: a thousandth of the quota each at most. */
const shares = (quotaShares.quotaShares ??= new Map<number, QuotaShare>());

/** Bytes that are charged to a journal and not used yet. */
export const unusedBytes = (userId: number): number => shares.get(userId)?.left ?? 0;

/** Runs an operation with the owner's share, which is not evicted before the operation ends. */
export async function withShare<Result>(
  userId: number,
  run: (share: QuotaShare) => Promise<Result>,
): Promise<Result> {
  const share = shares.get(userId) ?? {
    left: 0,
    pending: 0,
    users: 0,
    othersAt: -Infinity,
    queue: Promise.resolve(),
  };
  // The most recently used is last.
  shares.delete(userId);
  shares.set(userId, share);
  share.users++;
  try {
    return await run(share);
  } finally {
    share.users--;
    if (shares.size > MAX_SHARES) await evictOldest();
  }
}

async function evictOldest(): Promise<void> {
  for (const [userId, { users, left }] of shares) {
    if (users > 0) continue;
    shares.delete(userId);
    if (left > 0) await UserModel.updateOne({ _id: userId }, { $inc: { "room.bytes": -left } });
    return;
  }
}

/** Runs charges and counts of one share one after the other. */
export function runSerially<Result>(share: QuotaShare, run: () => Promise<Result>): Promise<Result> {
  const result = share.queue.then(run);
  share.queue = result.catch(() => undefined);
  return result;
}

/** Reserves bytes that were charged in advance. */
export function reserveCharged(share: QuotaShare, bytes: number): boolean {
  if (share.left < bytes) return false;
  share.left -= bytes;
  share.pending += bytes;
  return true;
}

type StoredUse = QuotaPart["room"];

/** A count reads a whole journal: at most this often per owner, and one at a time per process. */
const MAX_COUNTS_PER_HOUR = 12;
/** Records are stored within this time after they were charged. */
const STORE_TIMEOUT_MS = 30 * SECOND;

const recountState = globalThis as typeof globalThis & { isCountingQuota?: boolean };
const PROCESS_ID = randomToken(9);

/** Reserves bytes, charging those that the share lacks; far from the quota, a block more. Runs serially. */
export async function reserveBytes(
  userId: number,
  share: QuotaShare,
  bytes: number,
  quota: number,
): Promise<boolean> {
  if (reserveCharged(share, bytes)) return true;
  const own = share.left;
  share.left = 0;
  const missing = bytes - own;
  const withBlock = missing + chargeBlockBytes(quota);
  let charged = 0;
  if (await chargeBelow(userId, share, withBlock, quota * NEARLY_FULL_RATIO)) charged = withBlock;
  else if (await chargeBelow(userId, share, missing, quota)) charged = missing;
  if (charged > 0) {
    share.pending += bytes;
    share.left += charged - missing;
    return true;
  }
  share.left += own;
  return false;
}

/** Adds bytes to the stored sum if it stays within the limit. */
async function chargeBelow(
  userId: number,
  share: QuotaShare,
  bytes: number,
  limit: number,
): Promise<boolean> {
  const before = await UserModel.findOneAndUpdate(
    { _id: userId, "room.bytes": { $lte: limit - bytes } },
    {
      $inc: { "room.bytes": bytes },
      $set: { "room.chargedBy": PROCESS_ID, "room.chargedAt": now() },
    },
    { returnDocument: "before", projection: { room: 1 } },
  ).lean<{ room: StoredUse }>();
  if (before && isChargedElsewhere(before.room)) share.othersAt = performance.now();
  return before !== null;
}

/** Whether another process was the last to charge, so recently that its records may not be stored yet. */
const isChargedElsewhere = ({ chargedBy, chargedAt }: StoredUse) =>
  chargedAt !== undefined &&
  chargedBy !== PROCESS_ID &&
  Math.abs(now().getTime() - chargedAt.getTime()) < STORE_TIMEOUT_MS;

export async function readStoredUse(userId: number): Promise<StoredUse | null> {
  const user = await UserModel.findById(userId, { room: 1 }).lean<{ room: StoredUse }>();
  return user?.room ?? null;
}

/**
 * Replaces the stored sum by what a count finds and this process has reserved. Skipped while another process may be
 * storing, and discarded after a concurrent charge. Runs serially. @returns false if the sum is as it was
 */
export async function recountQuota(userId: number, share: QuotaShare): Promise<boolean> {
  if (recountState.isCountingQuota || performance.now() - share.othersAt < STORE_TIMEOUT_MS) return false;
  recountState.isCountingQuota = true;
  try {
    const before = await readStoredUse(userId);
    if (!before || isChargedElsewhere(before)) return false;
    if (!(await tryConsume(`room|${userId}`, MAX_COUNTS_PER_HOUR, HOUR))) return false;
    // Read before the count: a record stored during the count may or may not be included.
    const reserved = share.left + share.pending;
    const counted = await countJournalBytes(userId);
    const { matchedCount } = await UserModel.updateOne(
      { _id: userId, "room.bytes": before.bytes },
      { $set: { "room.bytes": counted + reserved, "room.counted": counted, "room.countedAt": now() } },
    );
    return matchedCount === 1;
  } finally {
    recountState.isCountingQuota = false;
  }
}

type Owner = Pick<Member, "id" | "room">;
/** Releases the quota of records that were not stored after all; without an argument, of all of them. */
type Release = (unused?: readonly SizedRecord[]) => void;

const quota = () => env.JOURNAL_QUOTA_MB * MB;
const sizeOf = (records: readonly SizedRecord[]) =>
  records.reduce((sum, record) => sum + recordSize(record), 0);

/**
 * Reserves quota for records, then stores them. The reservation is a conditional update of the stored sum, so concurrent
 * requests and processes never exceed the quota together. If `store` throws, everything is released.
 * @throws JournalFullError
 */
export function storeWithinQuota<Result>(
  owner: Owner,
  records: readonly SizedRecord[],
  store: (release: Release) => Promise<Result>,
): Promise<Result> {
  const bytes = sizeOf(records);
  return withShare(owner.id, async (share) => {
    const isReserved =
      reserveCharged(share, bytes) ||
      (await runSerially(share, () => reserveOrRecount(owner.id, share, bytes)));
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
async function reserveOrRecount(userId: number, share: QuotaShare, bytes: number): Promise<boolean> {
  const isReserved = await reserveBytes(userId, share, bytes, quota());
  // Something is left only far from the quota.
  if (isReserved && share.left > 0) return true;
  const room = await readStoredUse(userId);
  const isDue = room && isNearlyFull(room.bytes, quota()) && isRecountDue(room, quota());
  const isWorthCounting = isDue || (!isReserved && room && isCountStale(room, now()));
  if (!isWorthCounting || !(await recountQuota(userId, share))) return isReserved;
  return isReserved || reserveBytes(userId, share, bytes, quota());
}

/** Charges records that are stored even beyond the quota: responses, and by-products. */
export async function recordUsage(owner: Owner, records: readonly SizedRecord[]): Promise<void> {
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
export async function readQuotaUse({ id, room }: Owner): Promise<QuotaUse> {
  let bytes = room.bytes - unusedBytes(id);
  if (isNearlyFull(bytes, quota())) {
    if (isCountStale(room, now()) || isRecountDue(room, quota()))
      await withShare(id, (share) => runSerially(share, () => recountQuota(id, share)));
    bytes = ((await readStoredUse(id))?.bytes ?? room.bytes) - unusedBytes(id);
  }
  return { bytes, quota: quota() };
}

/** How many journals are nearly full, for the operator. */
export async function countNearlyFull(): Promise<{ journals: number; quota: number }> {
  const journals = await UserModel.countDocuments({ "room.bytes": { $gt: quota() * NEARLY_FULL_RATIO } });
  return { journals, quota: quota() };
}
