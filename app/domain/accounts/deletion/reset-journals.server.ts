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

/** What is about the account and not of the journal. */
const KEPT_COLLECTIONS = ["PlanChange", "BillingEvent", "PushDevice"];

/**
 * Destroys the sealed text of people who asked for that seven days ago. The key comes first, in the one write that lets the
 * new password count; then every record. Until they are gone nobody can sign in, so that nothing new is among them, and an
 * interrupted round goes on.
 */
export async function resetDueJournals(signal: AbortSignal): Promise<number> {
  let begun = 0;
  while (!signal.aborted) {
    const user = await UserModel.findOne({ "beginning.endsAt": { $gt: new Date(0), $lte: now() } }).lean();
    if (!user?.beginning || !(await resetJournal(user, user.beginning, signal))) break;
    begun++;
  }
  return begun;
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
      $set: {
        ...key,
        passwordHash,
        securityStamp: randomToken(16),
        tokens: [],
        "beginning.emptying": true,
        ...securityChangeFields(),
      },
    });
    // The old password was first, or another process.
    if (modifiedCount === 0) return true;
  }
  if (!(await deleteUserRecords(_id, signal, KEPT_COLLECTIONS))) return false;
  const letter = journalResetMail(
    { kind: "begun-again", to: user.email, day: formatDate(utcDay(endsAt)) },
    linkOrigin(),
  );
  const empty = {
    beginning: null,
    ...securityChangeFields(),
    excludedTags: null,
    guidance: null,
    room: { bytes: 0, counted: 0, countedAt: new Date(0) },
  };
  const { modifiedCount } = await UserModel.updateOne(
    { _id, "beginning.emptying": true },
    { $set: empty, $push: { pendingMail: sealPendingMail(letter, now()) } },
  );
  if (modifiedCount === 1) await audit({ kind: "journal.begun_again", subjectId: _id });
  return true;
}

export type JournalResetResult =
  { ok: true; day: string } | { ok: false; code: "expired" | "password_common" };

/**
 * Someone who has lost password and codes of a sealed journal begins again by a link: after seven days the text is destroyed,
 * and the new password counts. Uses the link up and ends every session, so that a member who still opens the journal
 * signs in again, and signing in takes it back.
 */
export async function requestJournalReset(secret: string, password: string): Promise<JournalResetResult> {
  const user = await UserModel.findOne({ ...resetLinkFilter(secret), sealing: { $ne: null } }).lean();
  if (!user) return { ok: false, code: "expired" };
  if (await isCommonPassword(password, user)) return { ok: false, code: "password_common" };
  const at = now();
  const endsAt = new Date(at.getTime() + JOURNAL_RESET_DELAY_MS);
  const beginning = { passwordHash: await hashPassword(password), endsAt, emptying: false };
  const day = formatDate(utcDay(endsAt));
  const letter = journalResetMail({ kind: "beginning-asked", to: user.email, day }, linkOrigin());
  const { matchedCount } = await UserModel.updateOne(
    { _id: user._id, securityStamp: user.securityStamp, sealing: { $ne: null }, ...resetLinkFilter(secret) },
    {
      $set: { beginning, tokens: [], securityStamp: randomToken(16), ...securityChangeFields() },
      $push: { pendingMail: sealPendingMail(letter, at) },
    },
  );
  if (matchedCount === 0) return { ok: false, code: "expired" };
  await SessionModel.deleteMany({ userId: user._id });
  await audit({ kind: "journal.beginning_asked", subjectId: user._id });
  wakeMailRunner();
  return { ok: true, day };
}
