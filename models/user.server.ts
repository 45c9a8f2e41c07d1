import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";
import { createIfMissing } from "./db/queries.server";
import { accountPart, type AccountPart } from "./user/account.server";
import { keysPart, passkeysPart, type KeysPart, type PasskeysPart } from "./user/keys.server";
import { legacyPart, type LegacyPart } from "./user/legacy.server";
import { planPart, quotaPart, type PlanPart, type QuotaPart } from "./user/plan.server";
import {
  appearancePart,
  importsPart,
  insightsPart,
  prayerPart,
  remindersPart,
  vocabularyPart,
  type AppearancePart,
  type ImportsPart,
  type InsightsPart,
  type PrayerPart,
  type RemindersPart,
  type VocabularyPart,
} from "./user/settings.server";

/** An account in one record; models/user declares its parts. */
export type UserRecord = {
  /** The visible user id; 1 is reserved for the first administrator. */
  _id: number;
} & AccountPart &
  KeysPart &
  PasskeysPart &
  PlanPart &
  PrayerPart &
  RemindersPart &
  AppearancePart &
  InsightsPart &
  ImportsPart &
  LegacyPart &
  QuotaPart &
  VocabularyPart;

const schema = new Schema<UserRecord>(
  { _id: { type: Number, required: true } },
  { versionKey: false, collection: "users" },
);
for (const part of [
  accountPart,
  keysPart,
  passkeysPart,
  planPart,
  prayerPart,
  remindersPart,
  appearancePart,
  insightsPart,
  importsPart,
  legacyPart,
  quotaPart,
  vocabularyPart,
])
  schema.add(part as unknown as Schema<UserRecord>);

export const UserModel = defineModel<UserRecord>("User", schema);

type CounterRecord = { _id: string; value: number };

const CounterModel = defineModel<CounterRecord>(
  "Counter",
  new Schema<CounterRecord>(
    { _id: String, value: { type: Number, required: true } },
    { versionKey: false, collection: "counters" },
  ),
);

/** User id 1 is reserved for the first administrator. */
const FIRST_USER_ID = 2;

/**
 * The next numeric user id: unique, possibly with gaps. Creating the counter is a separate write, because some servers
 * return a number twice for two concurrent upserts of a missing record.
 */
export async function nextUserId(): Promise<number> {
  for (;;) {
    const counter = await CounterModel.findOneAndUpdate(
      { _id: "users" },
      { $inc: { value: 1 } },
      { returnDocument: "after" },
    ).lean();
    if (counter) return counter.value + FIRST_USER_ID - 1;
    await createIfMissing(CounterModel, { _id: "users", value: 0 });
  }
}
