import { onePage } from "#models/db/pages.server";
import { TrialKeyModel, type TrialKeyRecord } from "#models/trial-key.server";
import { UserModel } from "#models/user.server";
import type { PaidTier } from "~/domain/member/tiers";
import type { ListPage } from "~/domain/paging/cursor";
import { now } from "~/platform/clock";
import { keyState, maskedKey, type KeyState } from "./trial-key";

/** A key as administrators see it: never the key itself. */
export type TrialKeyLine = {
  id: string;
  masked: string;
  tier: PaidTier;
  days: number;
  state: KeyState;
  redeemed: number;
  maxRedemptions: number;
  redemptions: { userId: number; username: string | null; at: Date }[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  note: string;
  createdAt: Date;
};

/** A page of keys, newest first. The cursor is the id of a key: the page begins below it. */
export async function listTrialKeys(
  { state }: { state?: KeyState } = {},
  cursor: string | null = null,
  size = 50,
): Promise<ListPage<TrialKeyLine>> {
  const at = now();
  const before = cursor?.slice(0, 100);
  const records = await TrialKeyModel.find({
    ...(state ? inState(state, at) : {}),
    ...(before ? { _id: { $lt: before } } : {}),
  })
    .sort({ _id: -1 })
    .limit(size + 1)
    .lean();
  const { shown, last } = onePage(records, size);
  const names = await namesOf(shown.flatMap(({ redemptions }) => redemptions.map(({ userId }) => userId)));
  return {
    rows: shown.map((record) => lineOf(record, names, at)),
    next: last?._id ?? null,
    isFirst: !before,
  };
}

function inState(state: KeyState, at: Date): Record<string, unknown> {
  const current = { revokedAt: null, left: { $gt: 0 } };
  const notExpired = { $or: [{ expiresAt: null }, { expiresAt: { $gt: at } }] };
  switch (state) {
    case "revoked":
      return { revokedAt: { $ne: null } };
    case "used":
      return { revokedAt: null, left: { $lte: 0 } };
    case "expired":
      return { ...current, expiresAt: { $lte: at } };
    case "partial":
      return { ...current, ...notExpired, "redemptions.0": { $exists: true } };
    case "unused":
      return { ...current, ...notExpired, "redemptions.0": { $exists: false } };
  }
}

async function namesOf(userIds: number[]): Promise<Map<number, string>> {
  if (userIds.length === 0) return new Map();
  const users = await UserModel.find({ _id: { $in: [...new Set(userIds)] } })
    .select({ username: 1 })
    .lean();
  return new Map(users.map(({ _id, username }) => [_id, username]));
}

function lineOf(record: TrialKeyRecord, names: Map<number, string>, at: Date): TrialKeyLine {
  const { _id: id, last4, tier, days, maxRedemptions, expiresAt, revokedAt, note, createdAt } = record;
  const redemptions = record.redemptions.map(({ userId, at: when }) => ({
    userId,
    username: names.get(userId) ?? null,
    at: when,
  }));
  return {
    id,
    masked: maskedKey(last4),
    tier,
    days,
    state: keyState({ ...record, redeemed: redemptions.length }, at),
    redeemed: redemptions.length,
    maxRedemptions,
    redemptions,
    expiresAt,
    revokedAt,
    note,
    createdAt,
  };
}
