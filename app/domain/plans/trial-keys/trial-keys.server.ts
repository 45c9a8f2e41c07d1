import { randomBytes } from "node:crypto";
import { z } from "zod";
import { splitPage } from "#models/db/queries.server";
import { TrialKeyModel, type TrialKeyRecord } from "#models/plans.server";
import { UserModel } from "#models/user.server";
import { PAID_TIERS, type PaidTier } from "~/domain/member/plan";
import { audit } from "~/domain/operations/audit-log.server";
import { runIdempotent } from "~/domain/operations/form-submissions.server";
import type { ListPage } from "~/domain/operations/paging";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { hashToken, randomToken } from "~/platform/signing.server";

/** Crockford's base32, without I, L, O and U. Keys look like SNK-XXXX-XXXX-XXXX. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const KEY_CHARACTERS = 12;

/** `random` has KEY_CHARACTERS bytes; five bits of each are used. */
export function formatTrialKey(random: Uint8Array): string {
  const text = Array.from(random.subarray(0, KEY_CHARACTERS), (byte) => ALPHABET[byte & 31]).join("");
  return `SNK-${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
}

/**
 * Normalises a typed key: case, spaces, O for 0, I or L for 1.
 * @returns the twelve characters, or null if the text is not a key
 */
export function normalizeKey(typed: string): string | null {
  const text = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
  const body = text.length === KEY_CHARACTERS + 3 && text.startsWith("SNK") ? text.slice(3) : text;
  return body.length === KEY_CHARACTERS && [...body].every((letter) => ALPHABET.includes(letter))
    ? body
    : null;
}

const maskedKey = (last4: string): string => `SNK-••••-••••-${last4}`;

export type KeyState = "unused" | "partial" | "used" | "expired" | "revoked";

type Counts = { left: number; redeemed: number; expiresAt: Date | null; revokedAt: Date | null };

export function keyState({ left, redeemed, expiresAt, revokedAt }: Counts, now: Date): KeyState {
  if (revokedAt) return "revoked";
  if (left <= 0) return "used";
  if (expiresAt && expiresAt <= now) return "expired";
  return redeemed > 0 ? "partial" : "unused";
}

const wholeNumber = (min: number, max: number) => {
  const message = t("Please enter a whole number from {min} to {max}.", { min, max });
  return z.coerce.number(message).int(message).min(min, message).max(max, message);
};

/** @internal Exported for tests. */
export const NewKeysSchema = z.object({
  tier: z.enum(PAID_TIERS, t("Please choose a plan.")),
  days: wholeNumber(1, 365),
  count: wholeNumber(1, 500).default(1),
  maxRedemptions: wholeNumber(1, 1000).default(1),
  /** Last day when a key can be redeemed, YYYY-MM-DD. */
  expiresAt: z.iso.date(t("Please enter a day as YYYY-MM-DD.")).optional(),
  note: z.string().trim().max(200, t("Please keep the note under 200 characters.")).default(""),
});
type NewKeys = z.output<typeof NewKeysSchema>;

/** The forms of the Trial Keys page. */
export const TrialKeysSchema = z.discriminatedUnion(
  "intent",
  [
    NewKeysSchema.extend({ intent: z.literal("create") }),
    z.object({ intent: z.literal("revoke"), key: z.string().max(200) }),
    // Only hashes are stored, so the page posts new keys back to save them as a file.
    z.object({
      intent: z.literal("save-new"),
      keys: z.string().regex(/^(SNK(-[0-9A-Z]{4}){3}\s*){1,500}$/, t("Please use the buttons on this page.")),
    }),
  ],
  t("Please use the buttons on this page."),
);

/** `body` is a normalised key. */
export const hashTrialKey = (body: string): string => hashToken(`trial-key|${body}`);

/**
 * Creates a batch of keys and stores only their hashes.
 * @returns the keys in the order of the list
 * @internal Exported for tests.
 */
export async function createTrialKeys(
  actor: { id: number },
  { tier, days, count, maxRedemptions, expiresAt, note }: NewKeys,
): Promise<{ keys: string[] }> {
  const at = now();
  const batch = `${at.toISOString()}|${randomToken(6)}`;
  const keys = Array.from({ length: count }, () => formatTrialKey(randomBytes(KEY_CHARACTERS)));
  await TrialKeyModel.insertMany(
    keys.map((key, index) => ({
      _id: `${batch}|${String(count - index).padStart(4, "0")}`,
      hash: hashTrialKey(normalizeKey(key) ?? key),
      last4: key.slice(-4),
      tier,
      days,
      maxRedemptions,
      left: maxRedemptions,
      // The end of the day in the westernmost time zone, so that the whole day counts everywhere.
      expiresAt: expiresAt ? new Date(`${expiresAt}T23:59:59.999-12:00`) : null,
      note,
      createdAt: at,
      createdBy: actor.id,
    })),
  );
  await audit({
    kind: "trial_key.created",
    actorId: actor.id,
    details: { tier, days, count, maxRedemptions },
  });
  return { keys };
}

/**
 * Creates one batch per form: a resubmitted form gets the same keys, which are stored encrypted under its idempotency
 * key. A form without an idempotency key creates a batch each time.
 */
export async function createKeysIdempotently(
  actor: { id: number },
  submission: string | undefined,
  input: NewKeys,
): Promise<string[]> {
  const create = async () => (await createTrialKeys(actor, input)).keys;
  if (!submission) return create();
  const outcome = await runIdempotent(`trial-keys|${submission}`, JSON.stringify(input), async () => {
    const keys = await create();
    return { result: keys, keep: keys };
  });
  return "result" in outcome ? outcome.result : outcome.kept;
}

export async function readTrialKey(id: string) {
  const record = await TrialKeyModel.findById(id).lean();
  if (!record) return null;
  const { last4, tier, days, redemptions, maxRedemptions, note } = record;
  return { id, masked: maskedKey(last4), tier, days, redeemed: redemptions.length, maxRedemptions, note };
}

/** Revokes a key. Members who have redeemed it keep their days. */
export async function revokeTrialKey(
  actor: { id: number },
  id: string,
): Promise<{ ok: true } | { ok: false; code: "unknown" }> {
  const result = await TrialKeyModel.updateOne({ _id: id, revokedAt: null }, { $set: { revokedAt: now() } });
  if (result.modifiedCount === 1) await audit({ kind: "trial_key.revoked", actorId: actor.id });
  else if (!(await TrialKeyModel.exists({ _id: id }))) return { ok: false, code: "unknown" };
  return { ok: true };
}

/** A key in the administrators' list, without the key itself. */
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

/** A page of keys, newest first. `cursor` is the id of the last key of the previous page. */
export async function listTrialKeys(
  { state }: { state?: KeyState } = {},
  cursor: string | null = null,
  size = 50,
): Promise<ListPage<TrialKeyLine>> {
  const at = now();
  const before = cursor?.slice(0, 100);
  const records = await TrialKeyModel.find({
    ...(state ? stateFilter(state, at) : {}),
    ...(before ? { _id: { $lt: before } } : {}),
  })
    .sort({ _id: -1 })
    .limit(size + 1)
    .lean();
  const { shown, last } = splitPage(records, size);
  const names = await usernamesOf(
    shown.flatMap(({ redemptions }) => redemptions.map(({ userId }) => userId)),
  );
  return {
    rows: shown.map((record) => keyLine(record, names, at)),
    next: last?._id ?? null,
    isFirst: !before,
  };
}

function stateFilter(state: KeyState, at: Date): Record<string, unknown> {
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

async function usernamesOf(userIds: number[]): Promise<Map<number, string>> {
  if (userIds.length === 0) return new Map();
  const users = await UserModel.find({ _id: { $in: [...new Set(userIds)] } })
    .select({ username: 1 })
    .lean();
  return new Map(users.map(({ _id, username }) => [_id, username]));
}

function keyLine(record: TrialKeyRecord, names: Map<number, string>, at: Date): TrialKeyLine {
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
