import { UserModel } from "#models/user.server";
import { now } from "~/platform/clock";
import { hashPassword, isPassword, needsRehash } from "~/platform/passwords.server";
import { attemptKey, clearAttempts, reserve } from "./attempts.server";
import { emailKey } from "./email";
import { publicUser, type PublicUser } from "./member";
import { memberFrom } from "./sessions.server";

export type SignInResult =
  | { ok: true; user: { _id: number; securityStamp: string }; publicUser: PublicUser }
  | { ok: false; code: "locked"; seconds: number }
  | { ok: false; code: "wrong" }
  | { ok: false; code: "email_unverified" };

/**
 * Checks an address and a password (seed sections 4 and 8). Unknown address, wrong password and an account that may not
 * be used are one answer at one speed; that the address is unverified is told only after the right password.
 */
export async function signIn(
  input: { email: string; password: string },
  client: { network: string },
): Promise<SignInResult> {
  const account = emailKey(input.email);
  const key = attemptKey("login", account, client.network);
  const reservation = await reserve(key, "login");
  if (!reservation.allowed) return { ok: false, code: "locked", seconds: reservation.seconds };

  const user = await UserModel.findOne({ emailKey: account }).lean();
  const right = await isPassword(input.password, user?.passwordHash);
  if (!user || !right || user.status !== "active") {
    const seconds = reservation.secondsIfFailed;
    return seconds > 0 ? { ok: false, code: "locked", seconds } : { ok: false, code: "wrong" };
  }
  await clearAttempts(key);
  if (!user.emailVerifiedAt) return { ok: false, code: "email_unverified" };
  await noteSignIn(user._id, user.passwordHash, input.password);
  const { _id, securityStamp } = user;
  return { ok: true, user: { _id, securityStamp }, publicUser: publicUser(memberFrom(user)) };
}

async function noteSignIn(userId: number, passwordHash: string, password: string): Promise<void> {
  const change: { lastSeenAt: Date; passwordHash?: string } = { lastSeenAt: now() };
  if (needsRehash(passwordHash)) change.passwordHash = await hashPassword(password);
  // Only if the password is still the one that was checked.
  await UserModel.updateOne({ _id: userId, passwordHash }, { $set: change });
}
