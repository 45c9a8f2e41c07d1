import { deleteRecordsOf } from "#models/db/person-records.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { audit } from "~/domain/audit/log.server";
import { dateInWords } from "~/domain/calendar/local-day";
import { utcDay } from "~/domain/calendar/utc";
import { securedNow } from "~/domain/identity/sessions/secured-now.server";
import { sealPendingMail } from "~/domain/mail/outbox.server";
import { now } from "~/platform/clock";
import { newWrappedKey } from "~/platform/encryption.server";
import { houseOrigin } from "~/platform/house-origin.server";
import { randomToken } from "~/platform/signing.server";
import { beginningMail } from "./new-beginning";

/** What is about the account and not of the journal. */
const STAYS = ["PlanChange", "BillingEvent", "PushDevice"];

/**
 * Destroys the sealed text of people who asked for that seven days ago. The key comes first, in the one write that lets the
 * new password count; then every record. Until they are gone nobody can sign in, so that nothing new is among them, and an
 * interrupted round goes on.
 */
export async function beginDueJournals(signal: AbortSignal): Promise<number> {
  let begun = 0;
  while (!signal.aborted) {
    const user = await UserModel.findOne({ "beginning.endsAt": { $gt: new Date(0), $lte: now() } }).lean();
    if (!user?.beginning || !(await beginAgain(user, user.beginning, signal))) break;
    begun++;
  }
  return begun;
}

async function beginAgain(
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
        ...securedNow(),
      },
    });
    // The old password was first, or another process.
    if (modifiedCount === 0) return true;
  }
  if (!(await deleteRecordsOf(_id, signal, STAYS))) return false;
  const letter = beginningMail(
    { kind: "begun-again", to: user.email, day: dateInWords(utcDay(endsAt)) },
    houseOrigin(),
  );
  const empty = {
    beginning: null,
    ...securedNow(),
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
