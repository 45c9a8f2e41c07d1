import type { Member } from "~/domain/member/member";
import {
  PAID_TIERS,
  TIER_LABELS,
  tierAfter,
  TIERS,
  type BillingInterval,
  type PaidTier,
  type Tier,
} from "~/domain/member/plan";
import { isEverythingIncluded, offers, priceTexts } from "~/domain/plans/billing/offers.server";
import { listInvoices, type Invoices } from "~/domain/plans/billing/paid-plan.server";
import { listPlanChanges, readEntitlements } from "~/domain/plans/changes/change-plan.server";
import { t } from "~/i18n/t";
import {
  describeChange,
  describePayment,
  describePlanState,
  isInEveryPlan,
  TIER_TABLE,
  type LedgerText,
} from "./plan-texts";

const EVERYTHING_INCLUDED = t(
  "Everything here is yours, as it is everyone’s. There is nothing to buy, and no end date.",
);

type PaidView = { words: string; state: "running" | "cancelled" | "paused"; late: boolean };
export type PlanView = {
  tier: Tier;
  words: string;
  /** The instance has no other plan to offer. */
  isEverything: boolean;
  paid: PaidView[];
  hasCustomer: boolean;
};

async function viewPlan(member: Member): Promise<PlanView & { customerId: string | null }> {
  const { plan, entitlements, paid, billing } = await readEntitlements(member.id);
  const isEverything = isEverythingIncluded() && plan.tier === "tier2";
  const then = plan.endsAt ? tierAfter(entitlements, plan.endsAt) : "free";
  return {
    tier: plan.tier,
    words: isEverything ? EVERYTHING_INCLUDED : describePlanState(plan, then, member.timezone),
    isEverything,
    paid: paid.flatMap(({ tier, paid: facts }) =>
      facts
        ? [
            {
              words: describePayment(tier, facts, member.timezone),
              state: facts.cancelAt ? "cancelled" : facts.pausedFrom ? "paused" : "running",
              late: facts.late,
            } as const,
          ]
        : [],
    ),
    hasCustomer: Boolean(billing?.customerId),
    customerId: billing?.customerId ?? null,
  };
}

export type PlanColumn = { tier: Tier; label: string; prices: string[] };
export type PlanChoice = {
  tier: PaidTier;
  label: string;
  buttons: { interval: BillingInterval; text: string }[];
};
export type PlanOptions = {
  columns: PlanColumn[];
  forAll: string[];
  rows: { name: string; cells: (string | boolean)[] }[];
  choices: PlanChoice[];
};
/**
 * `choice` is null on an instance that includes everything, so that no other plan is named, not even in the page
 * data.
 */
export type PlansPage = { plan: PlanView; choice: PlanOptions | null };

/** Loader data of /subscribe. */
export async function viewPlans(member: Member): Promise<PlansPage> {
  const { customerId: _, ...plan } = await viewPlan(member);
  return { plan, choice: plan.isEverything ? null : planOptions() };
}

function planOptions(): PlanOptions {
  const texts = priceTexts();
  const sold = offers();
  return {
    columns: TIERS.map((tier) => ({
      tier,
      label: TIER_LABELS[tier],
      prices: tier === "free" ? [] : [texts[tier].month, texts[tier].year].filter((text) => text !== null),
    })),
    forAll: TIER_TABLE.filter(isInEveryPlan).map(({ name }) => name),
    rows: TIER_TABLE.filter((row) => !isInEveryPlan(row)).map(({ name, cells }) => ({
      name,
      cells: TIERS.map((tier) => cells[tier]),
    })),
    choices: PAID_TIERS.map((tier) => ({
      tier,
      label: TIER_LABELS[tier],
      buttons: sold
        .filter((offer) => offer.tier === tier)
        .map(({ interval }) => ({
          interval,
          text: texts[tier][interval] ?? (interval === "month" ? t("Monthly") : t("Yearly")),
        })),
    })).filter(({ buttons }) => buttons.length > 0),
  };
}

export type Ledger = { lines: LedgerText[]; older: number | null };

/** Loader data of /settings/plan. `before` is the cursor of the ledger. */
export async function viewOwnPlan(
  member: Member,
  before: number | undefined,
): Promise<{ plan: PlanView; ledger: Ledger; invoices: Invoices }> {
  const { customerId, ...plan } = await viewPlan(member);
  const [{ lines, older }, invoices] = await Promise.all([
    listPlanChanges(member.id, { before }),
    listInvoices(member, customerId),
  ]);
  return {
    plan,
    ledger: { lines: lines.map((line) => describeChange(line, member.timezone)), older },
    invoices,
  };
}
