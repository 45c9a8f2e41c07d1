import { deleteUserRecords } from "#models/db/collections.server";
import { TrialKeyModel } from "#models/plans.server";
import { SessionModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { resetLinkFilter } from "~/domain/accounts/security/reset-password.server";
import { DAY } from "~/domain/calendar/durations";
import { formatDate, localMoment, utcDay } from "~/domain/calendar/local-day";
import { recordDeletion } from "~/domain/identity/backup-sidecar.server";
import { pendingDeletionOf } from "~/domain/identity/session-lock.server";
import { securityChangeFields, type SessionOwner } from "~/domain/identity/sessions.server";
import { isCommonPassword } from "~/domain/identity/sign-in.server";
import { endAllRequests } from "~/domain/journal/prayers/prayer-requests.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { cancelPaidPlan } from "~/domain/plans/billing/paid-plan.server";
import { sealPendingMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { rescheduleReminders } from "~/domain/reminders/reminders.server";
import { now } from "~/platform/clock";
import { newWrappedKey } from "~/platform/encryption.server";
import { hashPassword } from "~/platform/passwords.server";
import { linkOrigin } from "~/platform/request-context.server";
import { randomToken } from "~/platform/signing.server";
import { deletionMail, isUndoDay, JOURNAL_RESET_DELAY_MS, journalResetMail, UNDO_DAYS } from "./deletion";

/** Whether `day` can be the last day of a deletion that is pending now. */
export const isPendingDeletionDay = (day: string): boolean => isUndoDay(day, utcDay(now()));

/** `day` is the local day of the member when the account is destroyed. */
type StartDeletionResult = { ok: true; day: string } | { ok: false; code: "gone" | "payments_away" };

/**
 * Starts the deletion of an account: cancels a paid plan, ends every session and stops reminders; the account is
 * destroyed after UNDO_DAYS. `actorId` is the member or an administrator.
 * @returns `gone` when there is no such account or its deletion has already started
 */
export async function startDeletion(userId: number, actorId = userId): Promise<StartDeletionResult> {
  const user = await UserModel.findById(userId).lean();
  if (!user || user.status === "deleting") return { ok: false, code: "gone" };
  const cancelled = await cancelPaidPlan({ id: userId });
  if (!cancelled.ok) return { ok: false, code: "payments_away" };
  const at = now();
  const deleteAfter = new Date(at.getTime() + UNDO_DAYS * DAY);
  const day = localMoment(deleteAfter, user.timezone).date;
  const mail = sealPendingMail(
    deletionMail({ kind: "deletion-started", to: user.email, day: formatDate(day) }, linkOrigin()),
    at,
  );
  const { modifiedCount } = await UserModel.updateOne(
    { _id: userId, status: user.status },
    {
      $set: {
        status: "deleting",
        deleteAfter,
        securityStamp: randomToken(16),
        ...securityChangeFields(),
        tokens: [],
        emailChange: null,
      },
      $unset: { "reminders.nextAt": 1 },
      $push: { pendingMail: mail },
    },
  );
  if (modifiedCount === 0) return { ok: false, code: "gone" };
  await SessionModel.deleteMany({ userId });
  await endAllRequests(userId);
  await audit({ kind: "account.deletion_started", actorId, subjectId: userId });
  wakeMailRunner();
  return { ok: true, day };
}

/**
 * Cancels a pending deletion.
 * @returns the owner of a new session, or null when the account is no longer pending
 */
export async function undoDeletion(member: Member): Promise<SessionOwner | null> {
  const securityStamp = randomToken(16);
  const mail = sealPendingMail(
    deletionMail({ kind: "deletion-undone", to: member.email }, linkOrigin()),
    now(),
  );
  const { modifiedCount } = await UserModel.updateOne(pendingDeletionOf(member.id), {
    $set: { status: "active", deleteAfter: null, securityStamp, ...securityChangeFields() },
    $push: { pendingMail: mail },
  });
  if (modifiedCount === 0) return null;
  await SessionModel.deleteMany({ userId: member.id });
  await rescheduleReminders(member.id);
  await audit({ kind: "account.deletion_undone", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return { _id: member.id, securityStamp, keys: member.keysToCarry() };
}

/** Replaces the user id in records that outlive the account; no account has this id. */
const ANONYMIZED_USER_ID = 0;

const UNVERIFIED_MS = 7 * DAY;

/**
 * Schedules the deletion of accounts that stayed unverified for a week, so that their username and address become
 * available again; the same run destroys them. Administrators and locked accounts are exempt.
 */
async function scheduleUnverified(): Promise<number> {
  const at = now();
  const { modifiedCount } = await UserModel.updateMany(
    {
      emailVerifiedAt: null,
      createdAt: { $lte: new Date(at.getTime() - UNVERIFIED_MS) },
      status: "active",
      isAdmin: false,
      _id: { $ne: 1 },
    },
    { $set: { status: "deleting", deleteAfter: at, tokens: [] } },
  );
  return modifiedCount;
}

/**
 * Destroys accounts whose deletion is due. The key is erased first, so that nothing can be decrypted afterwards; then a paid
 * plan is cancelled and all records are deleted; the account last, so that an interrupted run resumes. An account whose plan
 * cannot be cancelled now waits for the next run, because without it nobody could end the charges.
 * @returns how many were destroyed
 */
export async function destroyDueAccounts(signal: AbortSignal): Promise<number> {
  await scheduleUnverified();
  let destroyed = 0;
  const waiting: number[] = [];
  while (!signal.aborted) {
    const due = {
      _id: { $nin: waiting },
      status: "deleting" as const,
      deleteAfter: { $gt: new Date(0), $lte: now() },
    };
    const user = await UserModel.findOneAndUpdate(
      due,
      {
        $set: {
          "crypto.wrappedKey": Buffer.alloc(0),
          "crypto.keyId": "",
          sealing: null,
          sealOffer: null,
          pendingMail: [],
        },
      },
      { sort: { deleteAfter: 1 }, returnDocument: "after" },
    )
      .select({ createdAt: 1 })
      .lean();
    if (!user) break;
    if ((await cancelPaidPlan({ id: user._id })).ok) {
      if (!(await destroyAccount(user, signal))) break;
      destroyed++;
    } else waiting.push(user._id);
  }
  return destroyed;
}

async function destroyAccount(
  user: Pick<UserRecord, "_id" | "createdAt">,
  signal: AbortSignal,
): Promise<boolean> {
  const { _id: userId } = user;
  await recordDeletion(user);
  if (!(await deleteUserRecords(userId, signal))) return false;
  await anonymizeTrialKeys(userId);
  await UserModel.deleteOne({ _id: userId, status: "deleting" });
  await audit({ kind: "account.deleted", subjectId: userId });
  return true;
}

/** Keeps the redemptions of trial keys, without the user id. */
async function anonymizeTrialKeys(userId: number): Promise<void> {
  const used = { "redemptions.userId": userId };
  const forget = { $set: { "redemptions.$.userId": ANONYMIZED_USER_ID } };
  while ((await TrialKeyModel.updateOne(used, forget)).modifiedCount > 0);
  await TrialKeyModel.updateMany({ createdBy: userId }, { $set: { createdBy: ANONYMIZED_USER_ID } });
}

/** Collections that belong to the account, not to the journal, and survive a reset. */
const KEPT_COLLECTIONS = ["PlanChange", "BillingEvent", "PushDevice"];

/**
 * Resets sealed journals whose seven days have passed. The first write replaces the key and activates the new
 * password; then all records are deleted. Sign-in is refused until then, so that no new record appears, and an
 * interrupted run resumes.
 * @returns how many journals were reset
 */
export async function resetDueJournals(signal: AbortSignal): Promise<number> {
  let count = 0;
  while (!signal.aborted) {
    const user = await UserModel.findOne({ "beginning.endsAt": { $gt: new Date(0), $lte: now() } }).lean();
    if (!user?.beginning || !(await resetJournal(user, user.beginning, signal))) break;
    count++;
  }
  return count;
}

async function resetJournal(
  user: UserRecord,
  { passwordHash, endsAt, emptying }: NonNullable<UserRecord["beginning"]>,
  signal: AbortSignal,
): Promise<boolean> {
  const { _id } = user;
  if (!emptying) {
    const due = { _id, "beginning.emptying": false, "beginning.endsAt": endsAt };
    const key = { crypto: newWrappedKey(`users|${_id}`), sealing: null, sealOffer: null, keyMove: null };
    const { modifiedCount } = await UserModel.updateOne(due, {
      // The new key does not decrypt the chosen person of "If I am no longer here".
      $unset: { legacy: 1 },
      $set: {
        ...key,
        passwordHash,
        securityStamp: randomToken(16),
        tokens: [],
        "beginning.emptying": true,
        ...securityChangeFields(),
      },
    });
    // A sign-in with the old password or another process has already changed the record.
    if (modifiedCount === 0) return true;
  }
  if (!(await deleteUserRecords(_id, signal, KEPT_COLLECTIONS))) return false;
  const mail = journalResetMail(
    { kind: "begun-again", to: user.email, day: formatDate(utcDay(endsAt)) },
    linkOrigin(),
  );
  const resetFields = {
    beginning: null,
    ...securityChangeFields(),
    excludedTags: null,
    guidance: null,
    room: { bytes: 0, counted: 0, countedAt: new Date(0) },
  };
  const { modifiedCount } = await UserModel.updateOne(
    { _id, "beginning.emptying": true },
    { $set: resetFields, $push: { pendingMail: sealPendingMail(mail, now()) } },
  );
  if (modifiedCount === 1) await audit({ kind: "journal.begun_again", subjectId: _id });
  return true;
}

type JournalResetResult = { ok: true; day: string } | { ok: false; code: "expired" | "password_common" };

/**
 * Requests a journal reset by a reset link, for a member who has lost both password and recovery codes: after seven
 * days the sealed text is destroyed and the new password takes effect. Consumes the link and ends every session; any
 * later sign-in with the old password cancels the reset.
 */
export async function requestJournalReset(secret: string, password: string): Promise<JournalResetResult> {
  const user = await UserModel.findOne({ ...resetLinkFilter(secret), sealing: { $ne: null } }).lean();
  if (!user) return { ok: false, code: "expired" };
  if (await isCommonPassword(password, user)) return { ok: false, code: "password_common" };
  const at = now();
  const endsAt = new Date(at.getTime() + JOURNAL_RESET_DELAY_MS);
  const beginning = { passwordHash: await hashPassword(password), endsAt, emptying: false };
  const day = formatDate(utcDay(endsAt));
  const mail = journalResetMail({ kind: "beginning-asked", to: user.email, day }, linkOrigin());
  const { matchedCount } = await UserModel.updateOne(
    { _id: user._id, securityStamp: user.securityStamp, sealing: { $ne: null }, ...resetLinkFilter(secret) },
    {
      $set: { beginning, tokens: [], securityStamp: randomToken(16), ...securityChangeFields() },
      $push: { pendingMail: sealPendingMail(mail, at) },
    },
  );
  if (matchedCount === 0) return { ok: false, code: "expired" };
  await SessionModel.deleteMany({ userId: user._id });
  await audit({ kind: "journal.beginning_asked", subjectId: user._id });
  wakeMailRunner();
  return { ok: true, day };
}
