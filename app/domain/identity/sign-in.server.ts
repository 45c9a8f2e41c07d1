import { UserModel, type UserRecord } from "#models/user.server";
import { hasPassed, MINUTE } from "~/domain/calendar/durations";
import { utcMonth } from "~/domain/calendar/local-day";
import type { LockedOut } from "~/domain/limits/lockout";
import {
  attemptKey,
  backoffSeconds,
  clearAttempts,
  recordBackoffFailure,
  reserveAttempt,
  type Reservation,
} from "~/domain/limits/rate-limits.server";
import { memberFrom } from "~/domain/member/current-member.server";
import {
  isAdministrator,
  isFirstAdministrator,
  publicUser,
  type Member,
  type PublicUser,
} from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { countMetric } from "~/platform/metrics.server";
import {
  hashPassword,
  matchPassword,
  MAX_PASSWORD_FORMS,
  needsRehash,
  passwordForms,
  verifyPassword,
} from "~/platform/passwords.server";
import { emailKey } from "./account-fields";
import { unwrapKeysWithPassword } from "./key-wrapping.server";
import { securityChangeFields, type SessionOwner } from "./sessions.server";

/**
 * Cancels a pending journal reset. Called wherever the owner proves access to the sealed journal: by password, passkey or
 * session. @returns whether one was cancelled
 */
export async function cancelJournalReset({
  _id,
  beginning,
}: Pick<UserRecord, "_id" | "beginning">): Promise<boolean> {
  if (!beginning) return false;
  const { modifiedCount } = await UserModel.updateOne(
    { _id, "beginning.emptying": false },
    { $set: { beginning: null, ...securityChangeFields() } },
  );
  if (modifiedCount === 1) await audit({ kind: "journal.beginning_undone", actorId: _id, subjectId: _id });
  return modifiedCount === 1;
}

/**
 * Returns when the new password of a pending journal reset becomes valid; null for other passwords. It was hashed in NFC.
 * Skipped if verifying the current password already used all hashes that one attempt may cost.
 */
async function passwordEffectiveFrom(
  user: UserRecord | null,
  password: string,
  cost: Parameters<typeof verifyPassword>[2],
): Promise<Date | null> {
  if (!user?.beginning || user.status !== "active") return null;
  if (passwordForms(password).length >= MAX_PASSWORD_FORMS) return null;
  const { passwordHash, endsAt } = user.beginning;
  return (await verifyPassword(password.normalize("NFC"), passwordHash, cost)) ? endsAt : null;
}

export type SignInResult =
  | {
      ok: true;
      user: SessionOwner;
      publicUser: PublicUser;
      /** Two-step sign-in still asks for a code. */
      needsCode: boolean;
      /** The account's deletion is pending: the session gives access only to the page that undoes it. */
      isPendingDeletion: boolean;
      /** This sign-in cancelled a pending journal reset. */
      isKept: boolean;
    }
  /** The new password of a pending journal reset, valid from `from`. */
  | { ok: false; code: "not_yet"; from: Date }
  | LockedOut
  | { ok: false; code: "wrong" }
  | { ok: false; code: "email_unverified" };

export type SignInInput = { email: string; password: string };

/** `device` is the browser's id if the account knows it. */
type SignInClient = {
  network: string;
  device?: string;
  administratorsOnly?: boolean;
  /** Accept user 1 only. */
  firstOnly?: boolean;
};

/**
 * Verifies email address and password. An unknown address, a wrong password and an unusable account give the same result in the
 * same time; "email_unverified" requires the correct password.
 */
export async function signIn(input: SignInInput, client: SignInClient): Promise<SignInResult> {
  const account = emailKey(input.email);
  const backoff = client.device ? 0 : await backoffWait(account, client.network);
  if (backoff > 0) return { ok: false, code: "locked", seconds: backoff };
  // A known browser has its own counter, so that others cannot use up its attempts.
  const key = attemptKey("login", account, client.device ? `device ${client.device}` : client.network);
  const reservation = await reserveAttempt(key, "login");
  if (!reservation.allowed) return { ok: false, code: "locked", seconds: reservation.seconds };

  const user = await UserModel.findOne({ emailKey: account }).lean();
  const cost = { rank: client.device ? "known device" : "sign-in", network: client.network } as const;
  const password = await matchPassword(input.password, user?.passwordHash, cost);
  const from = password === null ? await passwordEffectiveFrom(user, input.password, cost) : null;
  if (from) {
    await clearAttempts(key);
    return { ok: false, code: "not_yet", from };
  }
  // The password proves access to the journal, even if the account may not sign in here.
  const isKept = user !== null && password !== null && (await cancelJournalReset(user));
  if (!user || password === null || !mayUse(user, client))
    return recordFailedSignIn(account, client, reservation, user?._id ?? null);

  await clearAttempts(key);
  if (!user.emailVerifiedAt) return { ok: false, code: "email_unverified" };
  await recordSignIn(user, password);
  const { _id, securityStamp } = user;
  return {
    ok: true,
    isKept,
    user: { _id, securityStamp, keys: user.sealing ? await unwrapKeysWithPassword(user, password) : null },
    publicUser: publicUser(memberFrom(user)),
    needsCode: user.twoStep !== null,
    isPendingDeletion: user.status === "deleting",
  };
}

function mayUse(user: UserRecord, { administratorsOnly, firstOnly }: SignInClient): boolean {
  if (firstOnly && !isFirstAdministrator(user._id)) return false;
  if (user.status === "deleting") return !administratorsOnly;
  // While a journal reset deletes sealed texts, no new ones may be written.
  if (user.status !== "active" || user.beginning?.emptying) return false;
  return !administratorsOnly || isAdministrator({ id: user._id, isAdmin: user.isAdmin });
}

/** Seconds to wait for the slower of the two backoffs. */
async function backoffWait(account: string, network: string): Promise<number> {
  const waits = await Promise.all([backoffSeconds("account", account), backoffSeconds("network", network)]);
  return Math.max(...waits);
}

type Allowed = Extract<Reservation, { allowed: true }>;

async function recordFailedSignIn(
  account: string,
  client: SignInClient,
  reservation: Allowed,
  userId: number | null,
): Promise<SignInResult> {
  countMetric("sign_in_failures");
  await recordBackoffFailure("account", account);
  // The network's backoff counts accounts, not failures, so that one member's typos do not lock a household.
  if (reservation.isFirst) await recordBackoffFailure("network", client.network);
  const seconds = reservation.secondsIfFailed;
  if (seconds === 0) return { ok: false, code: "wrong" };
  await audit({ kind: "sign_in.locked", subjectId: userId });
  return { ok: false, code: "locked", seconds };
}

async function recordSignIn({ _id, passwordHash }: UserRecord, password: string): Promise<void> {
  const change: { lastUsedMonth: string; passwordHash?: string } = { lastUsedMonth: utcMonth(now()) };
  if (needsRehash(passwordHash)) change.passwordHash = await hashPassword(password);
  // Compare-and-set: skipped if the password was changed concurrently.
  await UserModel.updateOne({ _id, passwordHash }, { $set: change });
}

/** Words that an attacker of this product would try first. */
const PRODUCT_WORDS = new Set(
  "stillandknow still know bestill psalm psalms jesus christ jesuschrist god lord bible faith prayer amen hallelujah grace gospel church journal holyspirit heaven maria mary".split(
    " ",
  ),
);

export const PASSWORD_COMMON = t("This password is very common and easy to guess. Please choose another.");

/** Whether a password is leaked, or consists of a product word or the account's names and a few more characters. */
export async function isCommonPassword(
  password: string,
  account: { username?: string; email?: string } = {},
): Promise<boolean> {
  const plain = password.normalize("NFC").toLowerCase();
  // 49,000 passwords from breaches, loaded on first use. Scanning them is far faster than hashing one.
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  if (dictionary.passwords.includes(plain)) return true;
  const names = [account.username ?? "", account.email?.split("@")[0] ?? ""].filter(
    ({ length }) => length >= 3,
  );
  if (names.some((name) => plain.includes(name.toLowerCase()) && plain.length <= name.length + 4))
    return true;
  const word = plain.replace(/[^\p{L}]/gu, "");
  return PRODUCT_WORDS.has(word) && plain.length <= word.length + 6;
}

/** Result of re-authentication. */
export type PasswordCheck = { ok: true } | { ok: false; code: "wrong_password" } | LockedOut;

/** A member without a password needs no re-authentication for this time after a sign-in. */
const RECENT_SIGN_IN_MS = 10 * MINUTE;

/** Re-authentication with its own lockout. A member without a password must have signed in recently. */
export async function confirmPassword(
  member: Member,
  password: string,
  network: string,
): Promise<PasswordCheck> {
  if (!member.hasPassword) {
    const { provenAt } = member;
    const isRecent =
      provenAt && !hasPassed(new Date(provenAt.getTime() + RECENT_SIGN_IN_MS), now(), RECENT_SIGN_IN_MS);
    return isRecent ? { ok: true } : { ok: false, code: "wrong_password" };
  }
  const key = attemptKey("confirm", String(member.id), network);
  const reservation = await reserveAttempt(key, "login");
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
