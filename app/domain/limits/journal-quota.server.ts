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

/** Bytes of one journal that this process has charged to the stored sum for records that are not stored yet. */
type QuotaShare = {
  userId: number;
  /** Charged in advance, so that most saves need no write of their own. */
  left: number;
  /** Reserved for records that are being stored. */
  pending: number;
  /** Number of operations that use the share. */
  users: number;
  /** Monotonic time of the last charge seen from another process. */
  othersAt: number;
  queue: Promise<unknown>;
};

const MAX_SHARES = 1000;

const processState = globalThis as typeof globalThis & {
  quotaShares?: Map<number, QuotaShare>;
  isCountingQuota?: boolean;
};
/** When a process is killed, the unused bytes of its shares stay charged until the next count: at most 1/1024 of the quota each. */
const shares = (processState.quotaShares ??= new Map<number, QuotaShare>());
const PROCESS_ID = randomToken(9);

/** Bytes that are charged to a journal and not used yet. */
const unusedBytes = (userId: number): number => shares.get(userId)?.left ?? 0;

/** Runs an operation with the owner's share, which is not evicted before the operation ends. */
async function withShare<Result>(
  userId: number,
  run: (share: QuotaShare) => Promise<Result>,
): Promise<Result> {
  const share = shares.get(userId) ?? {
    userId,
    left: 0,
    pending: 0,
    users: 0,
    othersAt: -Infinity,
    queue: Promise.resolve(),
  };
  // LRU: the map keeps the most recently used last.
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

/** Serial queue for the charges and counts of one share. */
function runSerially<Result>(share: QuotaShare, run: () => Promise<Result>): Promise<Result> {
  const result = share.queue.then(run);
  share.queue = result.catch(() => undefined);
  return result;
}

/** Reserves bytes that were charged in advance. */
function reserveCharged(share: QuotaShare, bytes: number): boolean {
  if (share.left < bytes) return false;
  share.left -= bytes;
  share.pending += bytes;
  return true;
}

type StoredUse = QuotaPart["room"];

/** A recount reads a whole journal, so it runs at most this often per owner, and one at a time per process. */
const MAX_COUNTS_PER_HOUR = 12;
/** Maximum time between the charge of a record and its storage; a recount in between could miss the record. */
const STORE_TIMEOUT_MS = 30 * SECOND;

const quota = () => env.JOURNAL_QUOTA_MB * MB;

/**
 * Reserves bytes and charges those that the share lacks, plus a block in advance while the journal is far from the quota.
 * Runs serially.
 */
async function reserveBytes(share: QuotaShare, bytes: number): Promise<boolean> {
  if (reserveCharged(share, bytes)) return true;
  const own = share.left;
  share.left = 0;
  const missing = bytes - own;
  const withBlock = missing + chargeBlockBytes(quota());
  let charged = 0;
  if (await chargeBelow(share, withBlock, quota() * NEARLY_FULL_RATIO)) charged = withBlock;
  else if (await chargeBelow(share, missing, quota())) charged = missing;
  if (charged > 0) {
    share.pending += bytes;
    share.left += charged - missing;
    return true;
  }
  share.left += own;
  return false;
}

/** Adds bytes to the stored sum if it stays within the limit. */
async function chargeBelow(share: QuotaShare, bytes: number, limit: number): Promise<boolean> {
  const before = await UserModel.findOneAndUpdate(
    { _id: share.userId, "room.bytes": { $lte: limit - bytes } },
    { $inc: { "room.bytes": bytes }, $set: { "room.chargedBy": PROCESS_ID, "room.chargedAt": now() } },
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

const readStoredUse = async (userId: number): Promise<StoredUse | null> =>
  (await UserModel.findById(userId, { room: 1 }).lean<{ room: StoredUse }>())?.room ?? null;

/**
 * Replaces the stored sum by the counted size plus the bytes that this process has reserved. Skipped while another process
 * may be storing, and discarded after a concurrent charge. Runs serially. @returns false if the sum is unchanged
 */
async function recountQuota(share: QuotaShare): Promise<boolean> {
  const { userId } = share;
  if (processState.isCountingQuota || performance.now() - share.othersAt < STORE_TIMEOUT_MS) return false;
  processState.isCountingQuota = true;
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
    processState.isCountingQuota = false;
  }
}

type Owner = Pick<Member, "id" | "room">;
/** Releases the quota of records that were not stored after all; without an argument, the quota of all records. */
type Release = (unused?: readonly SizedRecord[]) => void;

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
      reserveCharged(share, bytes) || (await runSerially(share, () => reserveOrRecount(share, bytes)));
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

/**
 * Reserves bytes. If the journal seems full or nearly full, recounts it when a recount is due, because the stored sum
 * includes replaced texts.
 */
async function reserveOrRecount(share: QuotaShare, bytes: number): Promise<boolean> {
  const isReserved = await reserveBytes(share, bytes);
  // A block was charged, which happens only far from the quota, so no recount is needed.
  if (isReserved && share.left > 0) return true;
  const room = await readStoredUse(share.userId);
  const isDue = room && isNearlyFull(room.bytes, quota()) && isRecountDue(room, quota());
  const isWorthCounting = isDue || (!isReserved && room && isCountStale(room, now()));
  if (!isWorthCounting || !(await recountQuota(share))) return isReserved;
  return isReserved || reserveBytes(share, bytes);
}

/** Charges records without a check of the quota: answers of a coach, insights, and by-products of a save. */
export async function recordUsage(owner: Owner, records: readonly SizedRecord[]): Promise<void> {
  await UserModel.updateOne({ _id: owner.id }, { $inc: { "room.bytes": sizeOf(records) } });
}

/** After a permanent deletion: lets a nearly full journal be recounted at once. */
export async function allowRecount(owner: Owner): Promise<void> {
  await UserModel.updateOne(
    { _id: owner.id, "room.bytes": { $gt: quota() * NEARLY_FULL_RATIO } },
    { $set: { "room.countedAt": new Date(0) } },
  );
}

/** Whether to warn the member. Uses the loaded record, without a query. */
export const isNearQuota = ({ room }: Owner): boolean => isNearlyFull(room.bytes, quota());

/** Bytes used. Recounts first if the journal is nearly full and the last count is old. */
export async function readQuotaUse({ id, room }: Owner): Promise<{ bytes: number; quota: number }> {
  let bytes = room.bytes - unusedBytes(id);
  if (isNearlyFull(bytes, quota())) {
    if (isCountStale(room, now()) || isRecountDue(room, quota()))
      await withShare(id, (share) => runSerially(share, () => recountQuota(share)));
    bytes = ((await readStoredUse(id))?.bytes ?? room.bytes) - unusedBytes(id);
  }
  return { bytes, quota: quota() };
}

/** Number of nearly full journals, for administrators. */
export async function countNearlyFull(): Promise<{ journals: number; quota: number }> {
  const journals = await UserModel.countDocuments({ "room.bytes": { $gt: quota() * NEARLY_FULL_RATIO } });
  return { journals, quota: quota() };
}
