import { UserModel } from "#models/user.server";

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

const shared = globalThis as typeof globalThis & {
  quotaShares?: Map<number, QuotaShare>;
};
/** A killed process loses what is left in its shares until the next count: a thousandth of the quota each at most. */
const shares = (shared.quotaShares ??= new Map<number, QuotaShare>());

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
