import { nextUserId } from "#models/counter.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import { UserModel } from "#models/user.server";
import { audit } from "~/domain/audit/log.server";
import { utcMonth } from "~/domain/calendar/utc";
import { emailKey } from "~/domain/identity/email";
import { isCommonPassword } from "~/domain/identity/passwords/common-passwords.server";
import { now } from "~/platform/clock";
import { newWrappedKey } from "~/platform/encryption.server";
import { hashPassword } from "~/platform/passwords.server";
import { randomToken } from "~/platform/signing.server";

/** The id that is kept for the first administrator. */
export const FIRST_ADMINISTRATOR = 1;

export type CreateAdministratorResult =
  | { ok: true; id: number }
  | { ok: false; code: "username_taken" | "email_taken" | "password_common" | "not_first" };

/**
 * Makes an administrator on the operator's word; the first one gets id 1. The address counts as verified. With `only`,
 * nobody but the first: of many at once one is made.
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
  try {
    await UserModel.create({
      _id: id,
      username: input.username,
      usernameKey: input.username.toLowerCase(),
      email: input.email,
      emailKey: emailKey(input.email),
      passwordHash,
      isAdmin: true,
      emailVerifiedAt: at,
      securityStamp: randomToken(16),
      crypto: newWrappedKey(`users|${id}`),
      createdAt: at,
      lastUsedMonth: utcMonth(at),
    });
    await audit({ kind: "account.administrator_created", subjectId: id });
    return { ok: true, id };
  } catch (error) {
    const fields = duplicateKeyFields(error);
    if (!fields) throw error;
    if (fields.includes("_id") && only) return { ok: false, code: "not_first" };
    // Two commands at once: the second takes the next number.
    if (fields.includes("_id")) return createAdministrator(input);
    return { ok: false, code: fields.includes("emailKey") ? "email_taken" : "username_taken" };
  }
}
