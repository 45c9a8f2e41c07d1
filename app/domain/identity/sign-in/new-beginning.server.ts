import { UserModel, type UserRecord } from "#models/user.server";
import { audit } from "~/domain/audit/log.server";
import { securedNow } from "~/domain/identity/sessions/secured-now.server";
import { isPassword, MAX_PASSWORD_FORMS, passwordForms } from "~/platform/passwords.server";

/**
 * Someone still opens the journal, so that what was to be destroyed stays: called wherever the right password, passkey or
 * session is shown. @returns whether something was undone
 */
export async function undoNewBeginning({
  _id,
  beginning,
}: Pick<UserRecord, "_id" | "beginning">): Promise<boolean> {
  if (!beginning) return false;
  const { modifiedCount } = await UserModel.updateOne(
    { _id, "beginning.emptying": false },
    { $set: { beginning: null, ...securedNow() } },
  );
  if (modifiedCount === 1) await audit({ kind: "journal.beginning_undone", actorId: _id, subjectId: _id });
  return modifiedCount === 1;
}

/**
 * The day from which a password counts that was chosen for a new beginning; null for every other password. It was hashed
 * as NFC, and is not looked for when the account's own hash has taken all the hashes that an attempt may cost.
 */
export async function countsFrom(
  user: UserRecord | null,
  password: string,
  cost: Parameters<typeof isPassword>[2],
): Promise<Date | null> {
  if (!user?.beginning || user.status !== "active") return null;
  if (passwordForms(password).length >= MAX_PASSWORD_FORMS) return null;
  const { passwordHash, endsAt } = user.beginning;
  return (await isPassword(password.normalize("NFC"), passwordHash, cost)) ? endsAt : null;
}
