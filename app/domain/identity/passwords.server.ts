import { UserModel } from "#models/user.server";
import { hasPassed, MINUTE } from "~/domain/calendar/durations";
import { attemptKey, clearAttempts, reserve } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { matchPassword } from "~/platform/passwords.server";
import { cancelJournalReset } from "./sign-in.server";

/**
 * Whether it is in every guesser's list: 49,000 from breaches, read when someone first chooses a password. Looking
 * through them takes less than a thousandth of what hashing takes. No network is asked.
 */
async function isInEveryList(plain: string): Promise<boolean> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return dictionary.passwords.includes(plain);
}

/** Words that a guesser would try here first. */
const HERE = new Set(
  "stillandknow still know bestill psalm psalms jesus christ jesuschrist god lord bible faith prayer amen hallelujah grace gospel church journal holyspirit heaven maria mary".split(
    " ",
  ),
);

export const PASSWORD_COMMON = t("This password is very common and easy to guess. Please choose another.");

/** Whether a password is common, or made of the product's, the faith's or the person's own words and a few digits. */
export async function isCommonPassword(
  password: string,
  person: { username?: string; email?: string } = {},
): Promise<boolean> {
  const plain = password.normalize("NFC").toLowerCase();
  if (await isInEveryList(plain)) return true;
  const word = plain.replace(/[^\p{L}]/gu, "");
  const own = [person.username, person.email?.split("@")[0]].filter((name) => name && name.length >= 3);
  if (
    own.some((name) => plain.includes(name?.toLowerCase() ?? "") && plain.length <= (name?.length ?? 0) + 4)
  )
    return true;
  return HERE.has(word) && plain.length <= word.length + 6;
}

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
    await cancelJournalReset(user);
    return { ok: true };
  }
  const seconds = reservation.secondsIfFailed;
  return seconds > 0 ? { ok: false, code: "locked", seconds } : { ok: false, code: "wrong_password" };
}
