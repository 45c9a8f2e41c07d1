import { UserModel, type UserRecord } from "#models/user.server";
import { attemptKey, clearAttempts, reserve, type Reservation } from "~/domain/attempts/attempts.server";
import { countGrowing, growingWait } from "~/domain/attempts/growing-attempts.server";
import { audit } from "~/domain/audit/log.server";
import { utcMonth } from "~/domain/calendar/utc";
import { emailKey } from "~/domain/identity/email";
import { openByPassword } from "~/domain/identity/keys/sealed-keys.server";
import type { SessionOwner } from "~/domain/identity/sessions/session-keys.server";
import { publicUser, type PublicUser } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { isAdministrator, isFirstAdministrator } from "~/domain/member/roles";
import { now } from "~/platform/clock";
import { note } from "~/platform/metrics.server";
import { hashPassword, matchPassword, needsRehash } from "~/platform/passwords.server";
import { countsFrom, undoNewBeginning } from "./new-beginning.server";
import { endPending, type PendingSignIn } from "./pending-sign-in.server";
import { checkSecondStep, type CodeClient, type CodeResult } from "./two-step.server";

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
  const from = password === null ? await countsFrom(user, input.password, cost) : null;
  if (from) {
    await clearAttempts(key);
    return { ok: false, code: "not_yet", from };
  }
  // Also where this account may not sign in here: its owner has opened the journal.
  const isKept = user !== null && password !== null && (await undoNewBeginning(user));
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
  const waits = await Promise.all([growingWait("account", account), growingWait("network", network)]);
  return Math.max(...waits);
}

type Allowed = Extract<Reservation, { allowed: true }>;

async function failed(
  account: string,
  client: SignInClient,
  reservation: Allowed,
  userId: number | null,
): Promise<SignInResult> {
  note("sign_in_failures");
  await countGrowing("account", account);
  // A network's count is of the accounts that it fails at: one person's bad day does not lock a household.
  if (reservation.isFirst) await countGrowing("network", client.network);
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
