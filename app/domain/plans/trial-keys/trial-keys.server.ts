import { randomBytes } from "node:crypto";
import { TrialKeyModel } from "#models/trial-key.server";
import { audit } from "~/domain/audit/log.server";
import { runOnce } from "~/domain/operations/run-once.server";
import { now } from "~/platform/clock";
import { hashToken, randomToken } from "~/platform/signing.server";
import { KEY_CHARACTERS, keyFrom, maskedKey, normalizeKey, type NewKeys } from "./trial-key";

/** What is stored of a key. */
export const hashOfKey = (body: string): string => hashToken(`trial-key|${body}`);

/**
 * Creates a batch of keys and returns them in full, in the order of the list. Only their hashes are stored.
 * @internal Exported for tests.
 */
export async function createTrialKeys(
  actor: { id: number },
  { tier, days, count, maxRedemptions, expiresAt, note }: NewKeys,
): Promise<{ keys: string[] }> {
  const at = now();
  const batch = `${at.toISOString()}|${randomToken(6)}`;
  const keys = Array.from({ length: count }, () => keyFrom(randomBytes(KEY_CHARACTERS)));
  await TrialKeyModel.insertMany(
    keys.map((key, index) => ({
      _id: `${batch}|${String(count - index).padStart(4, "0")}`,
      hash: hashOfKey(normalizeKey(key) ?? key),
      last4: key.slice(-4),
      tier,
      days,
      maxRedemptions,
      left: maxRedemptions,
      // To the end of the named day in every time zone on earth.
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
 * Creates one batch per form: a repeated form gets the keys of the first again, which are stored encrypted with the
 * form's submission id. A form without an id creates a batch each time.
 */
export async function createKeysOnce(
  actor: { id: number },
  submission: string | undefined,
  input: NewKeys,
): Promise<string[]> {
  const create = async () => (await createTrialKeys(actor, input)).keys;
  if (!submission) return create();
  const outcome = await runOnce(`trial-keys|${submission}`, JSON.stringify(input), async () => {
    const keys = await create();
    return { result: keys, keep: keys };
  });
  return "result" in outcome ? outcome.result : outcome.kept;
}

/** One key, for the page that confirms its revocation. */
export async function readTrialKey(id: string) {
  const record = await TrialKeyModel.findById(id).lean();
  if (!record) return null;
  const { last4, tier, days, redemptions, maxRedemptions, note } = record;
  return { id, masked: maskedKey(last4), tier, days, redeemed: redemptions.length, maxRedemptions, note };
}

/** Revokes a key: no one can redeem it from now on. People who have redeemed it keep their days. */
export async function revokeTrialKey(
  actor: { id: number },
  id: string,
): Promise<{ ok: true } | { ok: false; code: "unknown" }> {
  const result = await TrialKeyModel.updateOne({ _id: id, revokedAt: null }, { $set: { revokedAt: now() } });
  if (result.modifiedCount === 1) await audit({ kind: "trial_key.revoked", actorId: actor.id });
  else if (!(await TrialKeyModel.exists({ _id: id }))) return { ok: false, code: "unknown" };
  return { ok: true };
}
