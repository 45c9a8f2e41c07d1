import { UserModel } from "#models/user.server";
import { attemptKey, clearAttempts, reserve } from "~/domain/attempts/attempts.server";
import { hasPassed } from "~/domain/calendar/deadline";
import { MINUTE } from "~/domain/calendar/durations";
import { undoNewBeginning } from "~/domain/identity/sign-in/new-beginning.server";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { matchPassword } from "~/platform/passwords.server";

/** What the password typed again has come to. What can lock someone out of their account asks for it. */
export type PasswordCheck =
  { ok: true } | { ok: false; code: "wrong_password" } | { ok: false; code: "locked"; seconds: number };

/** How long after showing who they are a member without a password needs no other confirmation. */
const FRESH_MS = 10 * MINUTE;

/** Re-authentication, with its own lockout. Of someone without a password, that they have signed in just now. */
export async function confirmPassword(
  member: Member,
  password: string,
  network: string,
): Promise<PasswordCheck> {
  if (!member.hasPassword) {
    const { provenAt } = member;
    const isFresh = provenAt && !hasPassed(new Date(provenAt.getTime() + FRESH_MS), now(), FRESH_MS);
    return isFresh ? { ok: true } : { ok: false, code: "wrong_password" };
  }
  const key = attemptKey("confirm", String(member.id), network);
  const reservation = await reserve(key, "login");
  if (!reservation.allowed) return { ok: false, code: "locked", seconds: reservation.seconds };
  const user = await UserModel.findById(member.id).select({ passwordHash: 1, beginning: 1 }).lean();
  if (user && (await matchPassword(password, user.passwordHash)) !== null) {
    await clearAttempts(key);
    await undoNewBeginning(user);
    return { ok: true };
  }
  const seconds = reservation.secondsIfFailed;
  return seconds > 0 ? { ok: false, code: "locked", seconds } : { ok: false, code: "wrong_password" };
}
