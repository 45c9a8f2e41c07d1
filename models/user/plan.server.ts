import { Schema } from "mongoose";
import { planChangeFields } from "#models/plans.server";
import {
  BILLING_INTERVALS,
  GRANT_SOURCES,
  PAID_TIERS,
  TIERS,
  type Entitlements,
  type Grant,
  type Plan,
  type SubscriptionFacts,
  type Tier,
} from "~/domain/member/plan";
import { PROMPT_SET_KEYS, type PromptSetKey } from "~/domain/member/prayer-settings";
import type { PlanChange } from "~/domain/plans/changes/changes";

/** The plan when it was last written, for lists and statistics. Pages compute it at every read (memberFrom). */
type Subscription = Plan;

/** The state that determines a user's plan, written only by plans/changes/change-plan.server.ts with optimistic locking. */
type UserPlan = Omit<Entitlements, "minimumTier"> & {
  version: number;
  /** Elapsed changes are applied up to this time. */
  settledAt: Date;
  /** When the job must apply the next change. */
  nextAt: Date | null;
  /** Keys of the notices sent about ends and renewals. */
  noticed: string[];
  /** The prompt set that replaced the user's choice, until the notice is shown. */
  fallback: PromptSetKey | null;
  /** All redeemed trial keys. */
  usedKeys: string[];
  /** The number of lines in the ledger. */
  lines: number;
  /** Lines not yet moved to the ledger's collection. */
  changes: (PlanChange & { number: number })[];
};

export type PlanPart = {
  /** The tier when it was last written, for lists and statistics; the plan is computed at every read. */
  subscriptionTier: Tier;
  subscription?: Subscription;
  /** Absent for a user who never had a plan. */
  plan?: UserPlan;
  billing?: Billing;
};

/** The user at Stripe. */
export type Billing = { customerId: string | null; checkoutId: string | null };

const paid = new Schema<SubscriptionFacts>(
  {
    interval: { type: String, enum: BILLING_INTERVALS, default: "month" },
    renewsAt: { type: Date, default: null },
    cancelAt: { type: Date, default: null },
    pausedFrom: { type: Date, default: null },
    resumesAt: { type: Date, default: null },
    late: { type: Boolean, default: false },
  },
  { _id: false },
);
const grant = new Schema<Grant>(
  {
    id: { type: String, required: true },
    source: { type: String, enum: ["trial", "gift", "paid"], required: true },
    tier: { type: String, enum: PAID_TIERS, required: true },
    startsAt: { type: Date, required: true },
    endsAt: { type: Date, default: null },
    paid: { type: paid, default: null },
    mark: { type: String, default: "" },
  },
  { _id: false, id: false },
);
const override = new Schema<{ tier: Tier; since: Date }>(
  { tier: { type: String, enum: TIERS }, since: Date },
  { _id: false },
);
const change = new Schema({ number: Number, ...planChangeFields }, { _id: false });

const userPlan = new Schema<UserPlan>(
  {
    version: { type: Number, required: true },
    settledAt: { type: Date, required: true },
    nextAt: { type: Date, default: null },
    grants: { type: [grant], default: [] },
    override: { type: override, default: null },
    noticed: { type: [String], default: [] },
    fallback: { type: String, enum: [...PROMPT_SET_KEYS, null], default: null },
    usedKeys: { type: [String], default: [] },
    lines: { type: Number, default: 0 },
    changes: { type: [change], default: [] },
  },
  { _id: false },
);

const subscription = new Schema<Subscription>(
  {
    tier: { type: String, enum: TIERS, default: "free" },
    source: { type: String, enum: GRANT_SOURCES, default: "none" },
    startsAt: { type: Date, default: null },
    endsAt: { type: Date, default: null },
    cancelAt: { type: Date, default: null },
  },
  { _id: false },
);

const billing = new Schema<Billing>(
  { customerId: { type: String, default: null }, checkoutId: { type: String, default: null } },
  { _id: false },
);

export const planPart = new Schema<PlanPart>(
  {
    subscriptionTier: { type: String, enum: TIERS, default: "free" },
    subscription: { type: subscription },
    plan: { type: userPlan },
    billing: { type: billing },
  },
  { _id: false },
);
planPart.index({ "plan.nextAt": 1 }, { partialFilterExpression: { "plan.nextAt": { $gt: new Date(0) } } });
planPart.index({ "plan.changes.number": 1 });
planPart.index({ "billing.customerId": 1 });
// The administrators' list and statistics, counted and paged from the index.
planPart.index({ subscriptionTier: 1, _id: -1 });

/** The storage usage of a user's journal, stored as `room`. */
export type QuotaPart = {
  room: {
    /** The charged size: never much below the real size, and often above it, because only a count deducts replaced texts. */
    bytes: number;
    /** The size and time of the last count. */
    counted: number;
    countedAt: Date;
    /** The process that last added to `bytes`, and when. */
    chargedBy?: string;
    chargedAt?: Date;
  };
};

const room = new Schema<QuotaPart["room"]>(
  { bytes: Number, counted: Number, countedAt: Date, chargedBy: String, chargedAt: Date },
  { _id: false },
);

export const quotaPart = new Schema<QuotaPart>(
  // A new journal is empty and needs no count.
  { room: { type: room, default: () => ({ bytes: 0, counted: 0, countedAt: new Date(0) }) } },
  { _id: false },
);
// The number of nearly full journals, for System health.
quotaPart.index({ "room.bytes": 1 }, { partialFilterExpression: { "room.bytes": { $gt: 0 } } });
