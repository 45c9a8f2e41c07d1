import { Schema } from "mongoose";
import { TEXT_SIZES, THEMES, type Look, type Theme } from "~/domain/member/appearance";
import type { InsightChoice } from "~/domain/member/insight-choice";
import { LOCALES, type Locale } from "~/domain/calendar/locale";
import { TIERS, type Tier } from "~/domain/member/tiers";
import { REMINDER_KINDS, type GivenReminder, type ReminderChoice } from "~/domain/member/reminder-choice";
import { TRADITIONS } from "~/domain/church-year/traditions";
import { defineModel } from "./db/define-model.server";
import {
  billing,
  subscription,
  userPlan,
  type Billing,
  type Subscription,
  type UserPlan,
} from "./user-plan.server";
import { LENGTHS, type Prayer, TRANSLATIONS, PASSAGE_PLANS } from "~/domain/member/prayer";
import { WEEK_STARTS, type WeekStart } from "~/domain/member/member";
import type { AiConsent } from "~/domain/member/consent";
import type { Pause, RhythmChoice } from "~/domain/member/rhythm-choice";
import { PROMPT_SETS, type PromptSet } from "~/domain/member/prompt-set";

export type TokenPurpose = "verify-email" | "reset-password";

/** A single-use link: only the hash of its secret is kept. Pulled from the user by the write that it allows. */
export type LinkToken = { hash: string; purpose: TokenPurpose; expiresAt: Date };

/** A second step of signing in (RFC 6238). The secret is sealed with the user's data key; recovery codes are hashed. */
type TwoStep = { sealed: Buffer; lastStep: number; recoveryHashes: string[]; enabledAt: Date };

/** A new address that waits to be confirmed from both mailboxes. */
type EmailChange = {
  email: string;
  oldHash: string;
  newHash: string;
  oldConfirmed: boolean;
  newConfirmed: boolean;
  expiresAt: Date;
};

/** Mail that belongs to a change of this user, stored by the same write; the mail runner moves it to the outbox. */
export type PendingMail = { id: string; kind: string; sealed: Buffer; at: Date };

/** What a person has chosen, and when the next reminder by mail or push is due; without a time nothing is sent. */
type Reminders = ReminderChoice & { nextAt?: Date };

/** The private address of the calendar feed: found by its hash, shown again from what is sealed with the data key. */
type CalendarFeed = { hash: string; sealed: Buffer; madeAt: Date };

/** The fields of the user call, and those that the server adds. */
export type UserRecord = {
  /** The visible numeric id; 1 is reserved for the first administrator. */
  _id: number;
  username: string;
  usernameKey: string;
  email: string;
  emailKey: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  isAdmin: boolean;
  /**
   * The tier when it was last written, for lists and figures. Without `plan` it counts as stored; otherwise the plan
   * is computed at every read.
   */
  subscriptionTier: Tier;
  subscription?: Subscription;
  plan?: UserPlan;
  billing?: Billing;
  promptSetPreference: PromptSet;
  /** HH:MM in the user's zone. */
  morningPromptTime: string;
  eveningPromptTime: string;
  /** IANA zone; empty until the user or the browser has said one. */
  timezone: string;
  prayer?: Prayer;
  rhythm?: RhythmChoice;
  reminders?: Reminders;
  /** The last reminders given, oldest first, with their read marks. */
  notifications?: GivenReminder[];
  calendarFeed?: CalendarFeed | null;
  /** Missing: as it is usual in `locale`. */
  weekStart?: WeekStart | null;
  /** Where dates, times and numbers come from; missing until one was chosen. */
  locale?: Locale;
  theme: Theme;
  look?: Look;
  /** Tags whose entries stay out of insights and coaches; sealed with the data key, as tags are everywhere. */
  excludedTags?: Buffer | null;
  /** What may be sent to the operator's language model; missing until the person was asked. */
  aiConsent?: AiConsent;
  insights?: InsightChoice;
  /** When the running week of this person ends and its insight is made; missing until it was reckoned. */
  insightsDueAt?: Date;
  /** The guides a person has seen: `hasSeenWalkthrough` and `hasSeenFormationWelcome` of the browser, kept for every device. */
  seenTour: boolean;
  seenFormationWelcome: boolean;
  status: "active" | "locked" | "deleting";
  /** While it is being deleted: until then it can be undone. */
  deleteAfter?: Date | null;
  emailVerifiedAt: Date | null;
  /** Changes when every session must end (password change, reset). */
  securityStamp: string;
  crypto: { wrappedKey: Buffer; keyId: string; version: number };
  tokens: LinkToken[];
  pendingMail: PendingMail[];
  /** When verification mail was asked for again, for the limits. */
  verificationMailAt: Date[];
  twoStep: TwoStep | null;
  emailChange: EmailChange | null;
  createdAt: Date;
  lastSeenAt: Date | null;
};

const linkToken = new Schema<LinkToken>({ hash: String, purpose: String, expiresAt: Date }, { _id: false });
const pendingMail = new Schema<PendingMail>(
  { id: String, kind: String, sealed: Buffer, at: Date },
  { _id: false },
);
const twoStep = new Schema<TwoStep>(
  { sealed: Buffer, lastStep: Number, recoveryHashes: [String], enabledAt: Date },
  { _id: false },
);
const emailChange = new Schema<EmailChange>(
  {
    email: String,
    oldHash: String,
    newHash: String,
    oldConfirmed: Boolean,
    newConfirmed: Boolean,
    expiresAt: Date,
  },
  { _id: false },
);
const prayer = new Schema<Prayer>(
  {
    passagePlan: { type: String, enum: PASSAGE_PLANS, default: "season" },
    planSince: { type: String, default: "" },
    onePage: { type: Boolean, default: false },
    showSeason: { type: Boolean, default: true },
    tradition: { type: String, enum: TRADITIONS, default: "ecumenical" },
    length: { type: Number, enum: [0, ...LENGTHS], default: 0 },
    examenPack: { type: String, default: "" },
    translation: { type: String, enum: TRANSLATIONS, default: "web" },
  },
  { _id: false },
);
const pause = new Schema<Pause>({ from: String, until: String }, { _id: false });
const rhythm = new Schema<RhythmChoice>(
  {
    restDay: { type: Number, min: 0, max: 6, default: null },
    pauses: { type: [pause], default: [] },
    hidden: { type: Boolean, default: false },
  },
  { _id: false },
);
const reminders = new Schema<Reminders>(
  {
    morning: { type: Boolean, default: true },
    evening: { type: Boolean, default: true },
    inApp: { type: Boolean, default: true },
    email: { type: Boolean, default: false },
    push: { type: Boolean, default: false },
    quietDays: { type: [Number], default: [] },
    nextAt: { type: Date },
  },
  { _id: false },
);
const notification = new Schema<GivenReminder>(
  { id: String, kind: { type: String, enum: REMINDER_KINDS }, date: String, at: Date, read: Boolean },
  { _id: false },
);
const calendarFeed = new Schema<CalendarFeed>({ hash: String, sealed: Buffer, madeAt: Date }, { _id: false });
const look = new Schema<Look>(
  {
    textSize: { type: String, enum: TEXT_SIZES, default: "normal" },
    serif: { type: Boolean, default: false },
    reducedMotion: { type: Boolean, default: false },
  },
  { _id: false },
);
const aiConsent = new Schema<AiConsent>(
  {
    insights: { type: Boolean, default: false },
    coaches: { type: Boolean, default: false },
    at: { type: Date, default: null },
    version: { type: String, default: "" },
  },
  { _id: false },
);
const insights = new Schema<InsightChoice>(
  {
    mailNotice: { type: Boolean, default: false },
  },
  { _id: false },
);
const dataKey = new Schema({ wrappedKey: Buffer, keyId: String, version: Number }, { _id: false });

const schema = new Schema<UserRecord>(
  {
    _id: { type: Number, required: true },
    username: { type: String, required: true },
    usernameKey: { type: String, required: true },
    email: { type: String, required: true },
    emailKey: { type: String, required: true },
    firstName: { type: String, default: "" },
    lastName: { type: String, default: "" },
    passwordHash: { type: String, required: true },
    isAdmin: { type: Boolean, default: false },
    subscriptionTier: { type: String, enum: TIERS, default: "free" },
    subscription: { type: subscription },
    plan: { type: userPlan },
    billing: { type: billing },
    promptSetPreference: { type: String, enum: PROMPT_SETS, default: "daily_habit" },
    morningPromptTime: { type: String, default: "06:00" },
    eveningPromptTime: { type: String, default: "18:00" },
    timezone: { type: String, default: "" },
    prayer: { type: prayer, default: () => ({}) },
    rhythm: { type: rhythm, default: () => ({}) },
    reminders: { type: reminders, default: () => ({}) },
    notifications: { type: [notification], default: [] },
    calendarFeed: { type: calendarFeed, default: null },
    weekStart: { type: Number, enum: [...WEEK_STARTS, null], default: null },
    locale: { type: String, enum: LOCALES, default: undefined },
    theme: { type: String, enum: THEMES, default: "system" },
    look: { type: look, default: () => ({}) },
    excludedTags: { type: Buffer, default: null },
    aiConsent: { type: aiConsent, default: undefined },
    insights: { type: insights, default: undefined },
    insightsDueAt: { type: Date, default: undefined },
    seenTour: { type: Boolean, default: false },
    seenFormationWelcome: { type: Boolean, default: false },
    status: { type: String, enum: ["active", "locked", "deleting"], default: "active" },
    deleteAfter: { type: Date, default: null },
    emailVerifiedAt: { type: Date, default: null },
    securityStamp: { type: String, required: true },
    crypto: { type: dataKey, required: true },
    tokens: { type: [linkToken], default: [] },
    pendingMail: { type: [pendingMail], default: [] },
    verificationMailAt: { type: [Date], default: [] },
    twoStep: { type: twoStep, default: null },
    emailChange: { type: emailChange, default: null },
    createdAt: { type: Date, required: true },
    lastSeenAt: { type: Date, default: null },
  },
  { versionKey: false, collection: "users" },
);
schema.index({ usernameKey: 1 }, { unique: true });
schema.index({ emailKey: 1 }, { unique: true });
schema.index({ "tokens.hash": 1 });
// People whose week has ended; those without a moment yet are indexed under null.
schema.index({ insightsDueAt: 1, _id: 1 });
schema.index({ "pendingMail.at": 1 });
schema.index({ "emailChange.oldHash": 1 });
schema.index({ "emailChange.newHash": 1 });
schema.index({ "calendarFeed.hash": 1 });
// Of many users only those whose reminder, or whose end, is due.
schema.index(
  { "reminders.nextAt": 1 },
  { partialFilterExpression: { "reminders.nextAt": { $gt: new Date(0) } } },
);
schema.index({ deleteAfter: 1 }, { partialFilterExpression: { deleteAfter: { $gt: new Date(0) } } });
schema.index({ "plan.nextAt": 1 }, { partialFilterExpression: { "plan.nextAt": { $gt: new Date(0) } } });
schema.index({ "plan.changes.number": 1 });
schema.index({ "billing.customerId": 1 });
// The administrators' list and figures: counted and paged without reading every record.
schema.index({ subscriptionTier: 1, _id: -1 });
schema.index({ status: 1, _id: -1 });
schema.index({ emailVerifiedAt: 1, _id: -1 });
schema.index({ isAdmin: 1, _id: -1 });
schema.index({ promptSetPreference: 1 });
schema.index({ createdAt: 1 });
schema.index({ lastSeenAt: 1 });

export const UserModel = defineModel<UserRecord>("User", schema);
