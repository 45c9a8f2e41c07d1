import { randomBytes } from "node:crypto";
import { TrialKeyModel } from "#models/trial-key.server";
import { audit } from "~/domain/audit/log.server";
import { now } from "~/platform/clock";
import { hashToken, randomToken } from "~/platform/signing.server";
import { KEY_CHARACTERS, keyFrom, normalizeKey, type NewKeys } from "./trial-key";

/** What is stored of a key. */
export const hashOfKey = (body: string): string => hashToken(`trial-key|${body}`);

/**
 * Makes a batch of keys. The answer holds them in full, in the order they are listed; they are
 * shown now and never again.
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
