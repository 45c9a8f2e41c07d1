import { deleteUserRecords } from "#models/db/collections.server";
import { SessionModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { resetLinkFilter } from "~/domain/accounts/security/reset-password.server";
import { formatDate, utcDay } from "~/domain/calendar/local-day";
import { securityChangeFields } from "~/domain/identity/sessions.server";
import { isCommonPassword } from "~/domain/identity/sign-in.server";
import { audit } from "~/domain/operations/audit-log.server";
import { sealPendingMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { now } from "~/platform/clock";
import { newWrappedKey } from "~/platform/encryption.server";
import { hashPassword } from "~/platform/passwords.server";
import { linkOrigin } from "~/platform/request-context.server";
import { randomToken } from "~/platform/signing.server";
import { JOURNAL_RESET_DELAY_MS, journalResetMail } from "./deletion";

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

export type JournalResetResult =
  | { ok: true; day: string }
  | { ok: false; code: "expired" | "password_common" };

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
