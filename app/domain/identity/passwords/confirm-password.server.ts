import { UserModel } from "#models/user.server";
import { attemptKey, clearAttempts, reserve } from "~/domain/attempts/attempts.server";
import type { Member } from "~/domain/member/member";
import { isPassword } from "~/platform/passwords.server";

/** What the password typed again has come to. What can lock someone out of their account asks for it. */
export type PasswordCheck =
  { ok: true } | { ok: false; code: "wrong_password" } | { ok: false; code: "locked"; seconds: number };

/** Re-authentication, with its own lockout. */
export async function confirmPassword(
  member: Member,
  password: string,
  network: string,
): Promise<PasswordCheck> {
  const key = attemptKey("confirm", String(member.id), network);
  const reservation = await reserve(key, "login");
  if (!reservation.allowed) return { ok: false, code: "locked", seconds: reservation.seconds };
  const user = await UserModel.findById(member.id).select({ passwordHash: 1 }).lean();
  if (await isPassword(password, user?.passwordHash)) {
    await clearAttempts(key);
    return { ok: true };
  }
  const seconds = reservation.secondsIfFailed;
  return seconds > 0 ? { ok: false, code: "locked", seconds } : { ok: false, code: "wrong_password" };
}
