import { timingSafeEqual } from "node:crypto";
import { duplicateKeyFields } from "#models/db/failures.server";
import { InstanceModel } from "#models/operations.server";
import { nextUserId, UserModel } from "#models/user.server";
import { newAccountFields } from "~/domain/accounts/registration/register.server";
import type { SetupInput } from "~/domain/accounts/schema";
import { HOUR } from "~/domain/calendar/durations";
import type { SessionOwner } from "~/domain/identity/sessions.server";
import { isCommonPassword } from "~/domain/identity/sign-in.server";
import { consumeRateLimit } from "~/domain/limits/rate-limits.server";
import { audit } from "~/domain/operations/audit-log.server";
import { storeInstanceSettings } from "~/domain/operations/instance-settings.server";
import { now } from "~/platform/clock";
import { hashPassword } from "~/platform/passwords.server";
import { hashToken, randomToken } from "~/platform/signing.server";

const FIRST_ADMINISTRATOR = 1;

type CreateAdministratorResult =
  | ({ ok: true; id: number } & Pick<SessionOwner, "securityStamp">)
  | { ok: false; code: "username_taken" | "email_taken" | "password_common" | "not_first" };

/**
 * Creates an administrator with a verified address; the first one gets id 1. `only` refuses any but the first, also
 * among concurrent calls.
 */
export async function createAdministrator(
  input: { username: string; email: string; password: string },
  { only = false } = {},
): Promise<CreateAdministratorResult> {
  if (await isCommonPassword(input.password, input)) return { ok: false, code: "password_common" };
  const passwordHash = await hashPassword(input.password);
  const isFirst = only || (await UserModel.countDocuments({ _id: FIRST_ADMINISTRATOR })) === 0;
  const id = isFirst ? FIRST_ADMINISTRATOR : await nextUserId();
  const at = now();
  const account = newAccountFields(id, input, at);
  try {
    await UserModel.create({ ...account, passwordHash, isAdmin: true, emailVerifiedAt: at });
    await audit({ kind: "account.administrator_created", subjectId: id });
    return { ok: true, id, securityStamp: account.securityStamp };
  } catch (error) {
    const fields = duplicateKeyFields(error);
    if (!fields) throw error;
    if (fields.includes("_id") && only) return { ok: false, code: "not_first" };
    // A concurrent command created the first administrator; this one takes the next id.
    if (fields.includes("_id")) return createAdministrator(input);
    return { ok: false, code: fields.includes("emailKey") ? "email_taken" : "username_taken" };
  }
}

/** Wrong setup codes per network and hour. */
const MAX_WRONG_CODES = 10;

const hasAdministrator = async () =>
  (await UserModel.exists({ $or: [{ _id: FIRST_ADMINISTRATOR }, { isAdmin: true }] })) !== null;

/**
 * Creates the setup code of this start, or null when there is an administrator. Its hash is stored in the database,
 * so that every process accepts it; codes of earlier starts are invalid.
 */
export async function newSetupCode(): Promise<string | null> {
  const code = (await hasAdministrator()) ? null : randomToken(16);
  const setupCode = code && hashToken(code);
  if (code) await InstanceModel.updateOne({ _id: "house" }, { $set: { setupCode } }, { upsert: true });
  else await InstanceModel.updateOne({ _id: "house" }, { $unset: { setupCode: "" } });
  return code;
}

/**
 * Compares a setup code with the stored hash, while there is no administrator. Only wrong codes count towards the
 * limit, after the comparison: the right code, 128 random bits, always works.
 */
export async function isSetupCodeValid(
  code: string,
  network: string,
): Promise<{ ok: true } | { ok: false; seconds: number }> {
  const instance = await InstanceModel.findById("house").select({ setupCode: 1 }).lean();
  if (!instance?.setupCode || !code) return { ok: false, seconds: 0 };
  const isRight = timingSafeEqual(Buffer.from(hashToken(code)), Buffer.from(instance.setupCode));
  if (isRight) return (await hasAdministrator()) ? { ok: false, seconds: 0 } : { ok: true };
  return { ok: false, seconds: await consumeRateLimit(`setup|${network}`, MAX_WRONG_CODES, HOUR) };
}

type SetupResult = Awaited<ReturnType<typeof createAdministrator>>;

/**
 * Creates the first administrator and saves the instance settings. One of two concurrent calls wins; the other gets
 * the generic refusal.
 */
export async function setUpInstance({
  email,
  username,
  password,
  ...choices
}: SetupInput): Promise<SetupResult> {
  const created = await createAdministrator({ email, username, password }, { only: true });
  if (!created.ok) return created;
  await InstanceModel.updateOne({ _id: "house" }, { $unset: { setupCode: "" } });
  await storeInstanceSettings(choices);
  return created;
}
