import { UserModel, type UserRecord } from "#models/user.server";
import { hasPassed, MINUTE } from "~/domain/calendar/durations";
import { utcMonth } from "~/domain/calendar/local-day";
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
import {
  checkSecondStep,
  consumePendingSignIn,
  type CodeClient,
  type CodeResult,
  type PendingSignIn,
} from "./two-step.server";

/**
 * Someone still opens the journal, so that what was to be destroyed stays: called wherever the right password, passkey or
 * session is shown. @returns whether something was undone
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
 * The day from which a password counts that was chosen for a new beginning; null for every other password. It was hashed
 * as NFC, and is not looked for when the account's own hash has taken all the hashes that an attempt may cost.
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
      /** The password was right, and a code is wanted too. */
      needsCode: boolean;
      /** The account is being deleted: signing in leads to the page that takes it back, and to nothing else. */
      isLeaving: boolean;
      /** A new beginning was asked for, and this password has undone it: the sealed journal stays. */
      isKept: boolean;
    }
  /** The password of a new beginning: it counts from then on. */
  | { ok: false; code: "not_yet"; from: Date }
  | { ok: false; code: "locked"; seconds: number }
  | { ok: false; code: "wrong" }
  | { ok: false; code: "email_unverified" };

export type SignInInput = { email: string; password: string };

/** Who asks: the network, this browser's id if the account knows it, and whether only an administrator will do. */
export type SignInClient = {
  network: string;
  device?: string;
  administratorsOnly?: boolean;
  /** Nobody but the first administrator. */
  firstOnly?: boolean;
};

/**
 * Checks an address and a password. Unknown address, wrong password and an account that may not
 * be used are one answer at one speed; that the address is unverified is said only after the right password.
 */
export async function signIn(input: SignInInput, client: SignInClient): Promise<SignInResult> {
  const account = emailKey(input.email);
  const waiting = client.device ? 0 : await secondTierWait(account, client.network);
  if (waiting > 0) return { ok: false, code: "locked", seconds: waiting };
  // A browser that the account knows has its own counter: no one else can use up its tries.
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
  // Also where this account may not sign in here: its owner has opened the journal.
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
    isLeaving: user.status === "deleting",
  };
}

function mayUse(user: UserRecord, { administratorsOnly, firstOnly }: SignInClient): boolean {
  if (firstOnly && !isFirstAdministrator(user._id)) return false;
  if (user.status === "deleting") return !administratorsOnly;
  // While what was sealed is being destroyed nothing new may be among it.
  if (user.status !== "active" || user.beginning?.emptying) return false;
  return !administratorsOnly || isAdministrator({ id: user._id, isAdmin: user.isAdmin });
}

async function secondTierWait(account: string, network: string): Promise<number> {
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
  // A network's count is of the accounts that it fails at: one person's bad day does not lock a household.
  if (reservation.isFirst) await recordBackoffFailure("network", client.network);
  const seconds = reservation.secondsIfFailed;
  if (seconds === 0) return { ok: false, code: "wrong" };
  await audit({ kind: "sign_in.locked", subjectId: userId });
  return { ok: false, code: "locked", seconds };
}

async function recordSignIn({ _id, passwordHash }: UserRecord, password: string): Promise<void> {
  const change: { lastUsedMonth: string; passwordHash?: string } = { lastUsedMonth: utcMonth(now()) };
  if (needsRehash(passwordHash)) change.passwordHash = await hashPassword(password);
  // Only if the password is still the one that was checked.
  await UserModel.updateOne({ _id, passwordHash }, { $set: change });
}

export type SecondStepResult =
  { ok: true; user: SessionOwner; email: string; isLeaving: boolean } | Exclude<CodeResult, { ok: true }>;

/** The code after the password. A password that was changed in between sends back to the start, like a wrong code. */
export async function finishSecondStep(
  pending: PendingSignIn,
  code: string,
  client: CodeClient,
): Promise<SecondStepResult> {
  const result = await checkSecondStep(pending.userId, code, client);
  if (!result.ok) return result;
  const user = await UserModel.findById(pending.userId).lean();
  if (!user || user.status === "locked" || user.securityStamp !== pending.securityStamp)
    return { ok: false, code: "wrong" };
  if (!(await consumePendingSignIn(pending))) return { ok: false, code: "wrong" };
  const { _id, securityStamp, email } = user;
  return {
    ok: true,
    user: { _id, securityStamp, keys: pending.keys },
    email,
    isLeaving: user.status === "deleting",
  };
}

/**
 * Whether it is in every guesser's list: 49,000 from breaches, read when someone first chooses a password. Looking
 * through them takes less than a thousandth of what hashing takes. No network is asked.
 */
async function isLeakedPassword(plain: string): Promise<boolean> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return dictionary.passwords.includes(plain);
}

/** Words that a guesser would try here first. */
const PRODUCT_WORDS = new Set(
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
  if (await isLeakedPassword(plain)) return true;
  const word = plain.replace(/[^\p{L}]/gu, "");
  const own = [person.username, person.email?.split("@")[0]].filter((name) => name && name.length >= 3);
  if (
    own.some((name) => plain.includes(name?.toLowerCase() ?? "") && plain.length <= (name?.length ?? 0) + 4)
  )
    return true;
  return PRODUCT_WORDS.has(word) && plain.length <= word.length + 6;
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
