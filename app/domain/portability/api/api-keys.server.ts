import { duplicateKeyFields } from "#models/db/failures.server";
import { ApiKeyModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { HOUR } from "~/domain/calendar/durations";
import { utcMonth } from "~/domain/calendar/local-day";
import { isUseDue, recordLegacyUse } from "~/domain/identity/legacy-use.server";
import { consumeRateLimit } from "~/domain/limits/rate-limits.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { now } from "~/platform/clock";
import { hashToken, randomToken } from "~/platform/signing.server";
import { API_KEY_LIMITS, MAX_CALLS_PER_HOUR, type KeyScope } from "./api-key";

/** The prefix lets people and secret scanners recognise a key. */
const KEY_FORMAT = /^snk_[\w-]{43}$/;
const hashOf = (key: string) => hashToken(`accessKey|${key}`);

/** Creates a key and returns it; only its hash is stored. Null if the member has the maximum. */
export async function createApiKey(
  member: Member,
  { name, scope }: { name: string; scope: KeyScope },
): Promise<string | null> {
  const at = now();
  await ApiKeyModel.deleteMany({
    userId: member.id,
    $or: [{ expiresAt: { $lte: at } }, { securityStamp: { $ne: member.securityStamp } }],
  });
  const key = `snk_${randomToken()}`;
  // `place` is unique per member, so concurrent requests cannot exceed the maximum.
  for (let place = 0; place < API_KEY_LIMITS.most; place++) {
    try {
      await ApiKeyModel.create({
        _id: randomToken(16),
        userId: member.id,
        place,
        hash: hashOf(key),
        name,
        scope,
        securityStamp: member.securityStamp,
        createdAt: at,
        lastMonth: "",
        expiresAt: new Date(at.getTime() + API_KEY_LIMITS.ms),
      });
    } catch (error) {
      if (!duplicateKeyFields(error)) throw error;
      continue;
    }
    await audit({
      kind: "journal.key_made",
      actorId: member.id,
      subjectId: member.id,
      details: { scope },
    });
    return key;
  }
  return null;
}

/** Lists valid keys, newest first, without their secrets. */
export async function listApiKeys(member: Member) {
  const valid = { securityStamp: member.securityStamp, expiresAt: { $gt: now() } };
  const records = await ApiKeyModel.find({ userId: member.id, ...valid })
    .sort({ createdAt: -1 })
    .lean();
  return records.map(({ _id, name, scope, createdAt, expiresAt, lastMonth }) => ({
    ...{ id: _id, name, scope, createdAt, expiresAt, lastMonth },
  }));
}

/** Revokes a key. @returns false if the member has no such key */
export async function revokeApiKey(member: Member, id: string): Promise<boolean> {
  const { deletedCount } = await ApiKeyModel.deleteOne({ _id: id, userId: member.id });
  if (deletedCount === 0) return false;
  await audit({ kind: "journal.key_revoked", actorId: member.id, subjectId: member.id });
  return true;
}

type ApiKeyResult =
  | { ok: true; member: Member }
  | { ok: false; code: "unknown" | "scope" | "sealed" }
  | { ok: false; code: "too_many"; seconds: number };

/** Authenticates a key for a scope, consumes the member's rate limit and records the month of use. */
export async function authenticateApiKey(key: string, scope: KeyScope): Promise<ApiKeyResult> {
  if (!KEY_FORMAT.test(key)) return { ok: false, code: "unknown" };
  const at = now();
  const found = await ApiKeyModel.findOne({ hash: hashOf(key), expiresAt: { $gt: at } }).lean();
  const user = found && (await UserModel.findById(found.userId).lean());
  if (!user || user.status !== "active" || user.securityStamp !== found.securityStamp)
    return { ok: false, code: "unknown" };
  if (isUseDue(user, at)) await recordLegacyUse(user._id, at);
  const seconds = await consumeRateLimit(`programs|${user._id}`, MAX_CALLS_PER_HOUR, HOUR);
  if (seconds > 0) return { ok: false, code: "too_many", seconds };
  if (found.scope !== scope) return { ok: false, code: "scope" };
  // A sealed journal is decrypted with the password at sign-in, which an API client does not have.
  if (user.sealing) return { ok: false, code: "sealed" };
  const lastMonth = utcMonth(at);
  if (found.lastMonth !== lastMonth) await ApiKeyModel.updateOne({ _id: found._id }, { $set: { lastMonth } });
  return { ok: true, member: memberFrom(user) };
}
