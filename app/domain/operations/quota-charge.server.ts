import { countJournalBytes } from "#models/db/journal-size.server";
import { UserModel } from "#models/user.server";
import type { QuotaPart } from "#models/user/quota.server";
import { allow } from "~/domain/attempts/attempts.server";
import { HOUR, SECOND } from "~/domain/calendar/durations";
import { now } from "~/platform/clock";
import { randomToken } from "~/platform/signing.server";
import { blockOf, NEARLY } from "./journal-quota";
import { reserveCharged, type QuotaShare } from "./quota-share.server";

type Room = QuotaPart["room"];

/** A count reads a whole journal: at most this often per owner, and one at a time per process. */
const MAX_COUNTS_PER_HOUR = 12;
/** Records are stored within this time after they were charged. */
const STORE_TIMEOUT_MS = 30 * SECOND;

const shared = globalThis as typeof globalThis & { isCountingQuota?: boolean };
const processId = randomToken(9);

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
  const withBlock = missing + blockOf(quota);
  let charged = 0;
  if (await chargeBelow(userId, share, withBlock, quota * NEARLY)) charged = withBlock;
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
      $set: { "room.chargedBy": processId, "room.chargedAt": now() },
    },
    { returnDocument: "before", projection: { room: 1 } },
  ).lean<{ room: Room }>();
  if (before && isChargedElsewhere(before.room)) share.othersAt = performance.now();
  return before !== null;
}

/** Whether another process was the last to charge, so recently that its records may not be stored yet. */
const isChargedElsewhere = ({ chargedBy, chargedAt }: Room) =>
  chargedAt !== undefined &&
  chargedBy !== processId &&
  Math.abs(now().getTime() - chargedAt.getTime()) < STORE_TIMEOUT_MS;

export async function readRoom(userId: number): Promise<Room | null> {
  const user = await UserModel.findById(userId, { room: 1 }).lean<{ room: Room }>();
  return user?.room ?? null;
}

/**
 * Replaces the stored sum by what a count finds and this process has reserved. Skipped while another process may be
 * storing, and discarded after a concurrent charge. Runs serially. @returns false if the sum is as it was
 */
export async function recountQuota(userId: number, share: QuotaShare): Promise<boolean> {
  if (shared.isCountingQuota || performance.now() - share.othersAt < STORE_TIMEOUT_MS) return false;
  shared.isCountingQuota = true;
  try {
    const before = await readRoom(userId);
    if (!before || isChargedElsewhere(before)) return false;
    if (!(await allow(`room|${userId}`, MAX_COUNTS_PER_HOUR, HOUR))) return false;
    // Read before the count: a record stored during the count may or may not be included.
    const reserved = share.left + share.pending;
    const counted = await countJournalBytes(userId);
    const { matchedCount } = await UserModel.updateOne(
      { _id: userId, "room.bytes": before.bytes },
      { $set: { "room.bytes": counted + reserved, "room.counted": counted, "room.countedAt": now() } },
    );
    return matchedCount === 1;
  } finally {
    shared.isCountingQuota = false;
  }
}
