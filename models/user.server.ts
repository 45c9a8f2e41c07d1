import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";
import { accountPart, type AccountPart } from "./user/account.server";
import { appearancePart, type AppearancePart } from "./user/appearance.server";
import { importsPart, type ImportsPart } from "./user/imports.server";
import { insightsPart, type InsightsPart } from "./user/insights.server";
import { keysPart, type KeysPart } from "./user/keys.server";
import { passkeysPart, type PasskeysPart } from "./user/passkeys.server";
import { planPart, type PlanPart } from "./user/plan.server";
import { prayerPart, type PrayerPart } from "./user/prayer.server";
import { quotaPart, type QuotaPart } from "./user/quota.server";
import { remindersPart, type RemindersPart } from "./user/reminders.server";
import { vocabularyPart, type VocabularyPart } from "./user/vocabulary.server";

/** A person: one record; each area keeps its part in models/user. */
export type UserRecord = {
  /** The visible numeric id; 1 is reserved for the first administrator. */
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
  quotaPart,
  vocabularyPart,
])
  schema.add(part as unknown as Schema<UserRecord>);

export const UserModel = defineModel<UserRecord>("User", schema);
