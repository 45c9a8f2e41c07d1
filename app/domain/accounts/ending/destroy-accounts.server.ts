import { deleteRecordsOf } from "#models/db/person-records.server";
import { TrialKeyModel } from "#models/trial-key.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { audit } from "~/domain/audit/log.server";
import { DAY } from "~/domain/calendar/durations";
import { noteDestroyed } from "~/domain/identity/account-notes/write-notes.server";
import { now } from "~/platform/clock";

/** No account's number: replaces the number of someone who is gone in a record that is still needed. */
const NOBODY = 0;

const UNVERIFIED_MS = 7 * DAY;

/**
 * Gives up accounts whose address was never verified: nobody could ever sign in to them, and their name and address are
 * kept from others. The next round destroys them. Administrators, and accounts that were locked, stay.
 * @returns how many
 */
async function giveUpUnverified(): Promise<number> {
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
 * Destroys the accounts whose seven days are over. The key comes first, so that whatever
 * happens afterwards no one can read a word again; then every record; the account last, so that an interrupted
 * round can resume.
 */
export async function destroyDueAccounts(signal: AbortSignal): Promise<number> {
  await giveUpUnverified();
  let destroyed = 0;
  while (!signal.aborted) {
    const due = { status: "deleting" as const, deleteAfter: { $gt: new Date(0), $lte: now() } };
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
    if (!user || !(await destroy(user, signal))) break;
    destroyed++;
  }
  return destroyed;
}

async function destroy(user: Pick<UserRecord, "_id" | "createdAt">, signal: AbortSignal): Promise<boolean> {
  const { _id: userId } = user;
  await noteDestroyed(user);
  if (!(await deleteRecordsOf(userId, signal))) return false;
  await forgetInKeys(userId);
  await UserModel.deleteOne({ _id: userId, status: "deleting" });
  await audit({ kind: "account.deleted", subjectId: userId });
  return true;
}

/** A trial key remembers that it was used, but no longer by which account. */
async function forgetInKeys(userId: number): Promise<void> {
  const used = { "redemptions.userId": userId };
  const forget = { $set: { "redemptions.$.userId": NOBODY } };
  while ((await TrialKeyModel.updateOne(used, forget)).modifiedCount > 0);
  await TrialKeyModel.updateMany({ createdBy: userId }, { $set: { createdBy: NOBODY } });
}
