import mongoose from "mongoose";
import { ApiKeyModel } from "#models/api-key.server";
import { AuditEventModel } from "#models/audit-event.server";
import { JobModel } from "#models/job.server";
import { PendingSignInModel } from "#models/pending-sign-in.server";
import { SessionModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import type { PendingMail } from "#models/user/account.server";

type Db = mongoose.mongo.Db;

/** What becomes of a person of a backup. */
export type Reconciled = { set: object; letter?: PendingMail };

/** Answers what becomes of each, once it is known when the backup was made (null where nothing in it says so). */
export type Reconciler = (madeAt: Date | null) => (user: UserRecord) => Reconciled;

/** What lets someone in without a password. */
const ENDS = [SessionModel, PendingSignInModel, ApiKeyModel];

/** Ends what would let people in, and settles everyone, in a restored database that nobody has opened yet. */
export async function reconcileRestored(db: Db, settling: Reconciler): Promise<void> {
  for (const { collection } of ENDS) await db.collection(collection.collectionName).deleteMany({});
  const settle = settling(await lastMoment(db));
  const users = db.collection<UserRecord>(UserModel.collection.collectionName);
  for (const _id of await users.distinct("_id")) {
    const user = await users.findOne({ _id });
    if (!user) continue;
    const { set, letter } = settle(user);
    await users.updateOne({ _id }, { $set: set, ...(letter && { $push: { pendingMail: letter } }) });
  }
}

/** The last thing that the database knows of: its jobs begin every minute. */
async function lastMoment(db: Db): Promise<Date | null> {
  const found = await Promise.all(
    (
      [
        [JobModel, "startedAt"],
        [AuditEventModel, "at"],
      ] as const
    ).map(async ([model, field]) => {
      const documents = db.collection(model.collection.collectionName);
      const last = await documents
        .find()
        .sort({ [field]: -1 })
        .limit(1)
        .next();
      return last?.[field] instanceof Date ? last[field] : null;
    }),
  );
  return found.reduce((last, at) => (at && (!last || at > last) ? at : last), null);
}

/** A part of a record as a text, and back: with its dates and bytes. */
export const packRecord = (record: object): string =>
  Buffer.from(mongoose.mongo.BSON.serialize(record)).toString("base64");
export const unpackRecord = (text: string): mongoose.mongo.Document =>
  mongoose.mongo.BSON.deserialize(Buffer.from(text, "base64"));
