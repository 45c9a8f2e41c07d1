import { formatFullDate, localMoment } from "~/domain/calendar/local-day";
import { ALL_SETS } from "~/domain/journal/prompt-sets/registry";
import type { Member } from "~/domain/member/member";
import {
  COACH_KEYS,
  featuresOf,
  PAID_TIERS,
  TIER_LABELS,
  tierAfter,
  TIERS,
  type BillingInterval,
  type CoachKey,
  type Features,
  type PaidTier,
  type Plan,
  type SubscriptionFacts,
  type Tier,
} from "~/domain/member/plan";
import { includesPromptSet, PASSAGE_PLANS } from "~/domain/member/prayer-settings";
import { isEverythingIncluded, offers, priceTexts } from "~/domain/plans/billing/offers.server";
import { listInvoices, type Invoices } from "~/domain/plans/billing/paid-plan.server";
import { listPlanChanges, readEntitlements } from "~/domain/plans/changes/change-plan.server";
import type { PlanChange, PlanChangeCause } from "~/domain/plans/changes/changes";
import { lastDayOfPlan } from "~/domain/plans/changes/notices";
import { t } from "~/i18n/t";

const dayOf = (moment: Date, zone: string) => formatFullDate(localMoment(moment, zone).date);
const lastDayOf = (end: Date, zone: string) => formatFullDate(lastDayOfPlan(end, zone));

const INTERVAL_TEXTS: Record<BillingInterval, string> = {
  month: t("monthly"),
  year: t("yearly"),
};

/** Describes the current plan, its source and its end in a sentence or two. `then` is the tier afterwards. */
export function describePlanState(plan: Plan, then: Tier, zone: string): string {
  const label = TIER_LABELS[plan.tier];
  const day = plan.endsAt && lastDayOf(plan.endsAt, zone);
  const after = t("After that you have the {label}; nothing is charged for it.", {
    label: TIER_LABELS[then],
  });
  switch (plan.source) {
    case "none":
      if (plan.tier !== "free")
        return t("Everyone here has the {label}. It costs nothing and has no end date.", { label });
      return t("You have the {label}. It costs nothing and has no end date.", { label });
    case "trial":
      return day
        ? `${t("You have the {label} from a key, until the end of {day}.", { label, day })} ${after}`
        : t("You have the {label} from a key.", { label });
    case "gift":
      return day
        ? `${t("You have been given the {label} until the end of {day}.", { label, day })} ${after}`
        : t("You have been given the {label}, with no end date.", { label });
    case "paid":
      return day
        ? `${t("You have the {label} until the end of {day}.", { label, day })} ${after}`
        : t("You have the {label}.", { label });
    case "admin":
      return t("You have switched to the {label} for testing. No one else is affected.", { label });
  }
}

/** Describes a paid plan: interval, next payment, cancellation or pause. */
function describePayment(tier: Tier, facts: SubscriptionFacts, zone: string): string {
  const { interval, renewsAt, cancelAt, pausedFrom, resumesAt, late } = facts;
  const label = `${TIER_LABELS[tier]}, ${INTERVAL_TEXTS[interval]}`;
  if (cancelAt)
    return t("{label}: cancelled. It lasts until the end of {day}, and nothing more is charged.", {
      label,
      day: lastDayOf(cancelAt, zone),
    });
  if (pausedFrom) {
    const paused = t(
      "{label}: paused. It stays active until the end of {day} and is then paused without charge.",
      {
        label,
        day: lastDayOf(pausedFrom, zone),
      },
    );
    return resumesAt
      ? `${paused} ${t("It resumes, and is charged again, on {day}.", { day: dayOf(resumesAt, zone) })}`
      : paused;
  }
  if (late)
    return t(
      "{label}: the last payment did not go through. Please check your card on the payment page; we will try again.",
      { label },
    );
  return renewsAt ? t("{label}. It renews on {day}.", { label, day: dayOf(renewsAt, zone) }) : `${label}.`;
}

const CAUSE_TEXTS: Record<PlanChangeCause, (change: PlanChange) => string> = {
  key_redeemed: ({ mark }) => t("You redeemed the key that ends in {mark}", { mark }),
  plan_began: () => t("The next plan began"),
  trial_ended: () => t("The time from your key ended"),
  gift_given: () => t("Granted by the operator of this server"),
  gift_taken: () => t("Withdrawn by the operator of this server"),
  gift_ended: () => t("The time you were given ended"),
  paid_started: () => t("You bought a plan"),
  paid_changed: () => t("You changed your paid plan"),
  paid_cancelled: () => t("You cancelled your paid plan"),
  paid_kept: () => t("You undid the cancellation"),
  paid_paused: () => t("You paused your paid plan"),
  paid_taken_up: () => t("Your paid plan resumed"),
  paid_rests: () => t("Your paid plan was paused"),
  paid_ended: () => t("Your paid plan ended"),
  switched: () => t("You switched plans for testing"),
  switched_back: () => t("You switched back to your own plan"),
};

type LedgerText = { number: number; day: string; cause: string; result: string };

function describeChange(change: PlanChange & { number: number }, zone: string): LedgerText {
  const { number, at, cause, to, endsAt } = change;
  return {
    number,
    day: dayOf(at, zone),
    cause: CAUSE_TEXTS[cause](change),
    result: endsAt
      ? t("{label}, until the end of {day}", { label: TIER_LABELS[to], day: lastDayOf(endsAt, zone) })
      : TIER_LABELS[to],
  };
}

const COACH_NAMES: Record<CoachKey, string> = {
  rhythm: t("The Rhythm Keeper"),
  listener: t("The Listener"),
  reader: t("The Reader"),
  examen: t("The Examen Companion"),
  discern: t("The Discernment Companion"),
  writer: t("The Scribe"),
};

/** A row of the plan table; `true` and `false` stand for "included" and "not included". */
type TableRow = { name: string; cells: Record<Tier, string | boolean> };

type Cell = (features: Features, tier: Tier) => string | boolean;
const row = (name: string, cell: Cell): TableRow => ({
  name,
  cells: {
    free: cell(featuresOf("free"), "free"),
    tier1: cell(featuresOf("tier1"), "tier1"),
    tier2: cell(featuresOf("tier2"), "tier2"),
  },
});

const SET_ROWS = ALL_SETS.map(({ key, inTable: { name, cell } }) =>
  row(name, (features, tier) => includesPromptSet(tier, key) && (cell?.(features) ?? true)),
);

function coaches({ coaches: keys, modelCoaches, coachMessagesADay }: Features): string {
  const names =
    keys.length === COACH_KEYS.length ? t("All six") : keys.map((key) => COACH_NAMES[key]).join(", ");
  return modelCoaches
    ? t("{names}; {coachMessagesADay} messages a day", { names, coachMessagesADay })
    : t("{names}, with fixed questions", { names });
}

function insight({ modelInsights, seasonInsights }: Features): string {
  if (!modelInsights) return t("In your own words, by fixed rules");
  return seasonInsights
    ? t("With a language model too, if you allow it, and a look back over each season")
    : t("With a language model too, if you allow it");
}

/** Number of plans that read one book: all plans except the season and books in course. */
const books = PASSAGE_PLANS.filter((plan) => plan !== "season" && plan !== "office").length;

function readings({ bookPassages, booksInCourse }: Features): string {
  if (!bookPassages) return t("The season");
  return booksInCourse
    ? t("The season, {books} books, and whole books in order, with the Psalms", { books })
    : t("The season, and {books} books", { books });
}

/** The plan table, derived from `features`. */
export const TIER_TABLE: readonly TableRow[] = [
  row(t("Unlimited writing, drafts, history, search, calendar, tags and favourites"), () => true),
  row(t("Encryption, two-step sign-in, sessions and helplines"), () => true),
  row(t("Reminders, export, import, and deleting everything"), () => true),
  ...SET_ROWS,
  row(t("Questions of your own, and a morning and evening that you put together"), () => true),
  row(t("Reading plans"), readings),
  row(t("The weekly insight"), insight),
  row(t("Coaches"), coaches),
];

const isInEveryPlan = ({ cells }: TableRow): boolean => TIERS.every((tier) => cells[tier] === true);

const EVERYTHING_INCLUDED = t(
  "Everything here is yours, as it is everyone’s. There is nothing to buy, and no end date.",
);

type PaidView = { words: string; state: "running" | "cancelled" | "paused"; late: boolean };
export type PlanView = {
  tier: Tier;
  words: string;
  /** Whether the instance includes everything, so that it offers no other plan. */
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
/** `choice` is null on an instance that includes everything. Neither the page nor its data then name another plan. */
type PlansPage = { plan: PlanView; choice: PlanOptions | null };

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
