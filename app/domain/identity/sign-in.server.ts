import { UserModel, type UserRecord } from "#models/user.server";
import { utcMonth } from "~/domain/calendar/local-day";
import { backoffSeconds, recordBackoffFailure } from "~/domain/limits/backoff.server";
import { attemptKey, clearAttempts, reserve, type Reservation } from "~/domain/limits/rate-limits.server";
import { publicUser, type PublicUser } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { isAdministrator, isFirstAdministrator } from "~/domain/member/roles";
import { audit } from "~/domain/operations/audit-log.server";
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
import { openByPassword } from "./key-wrapping.server";
import { securityChangedNow, type SessionOwner } from "./sessions.server";
import {
  checkSecondStep,
  endPending,
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
    { $set: { beginning: null, ...securityChangedNow() } },
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
  const reservation = await reserve(key, "login");
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
    return failed(account, client, reservation, user?._id ?? null);

  await clearAttempts(key);
  if (!user.emailVerifiedAt) return { ok: false, code: "email_unverified" };
  await noteSignIn(user, password);
  const { _id, securityStamp } = user;
  return {
    ok: true,
    isKept,
    user: { _id, securityStamp, keys: user.sealing ? await openByPassword(user, password) : null },
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

async function failed(
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

async function noteSignIn({ _id, passwordHash }: UserRecord, password: string): Promise<void> {
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
  if (!(await endPending(pending))) return { ok: false, code: "wrong" };
  const { _id, securityStamp, email } = user;
  return {
    ok: true,
    user: { _id, securityStamp, keys: pending.keys },
    email,
    isLeaving: user.status === "deleting",
  };
}
