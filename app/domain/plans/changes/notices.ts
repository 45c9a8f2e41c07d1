import { DAY, HOUR } from "~/domain/calendar/durations";
import { addDays, formatFullDate, localMoment, startOfDay } from "~/domain/calendar/local-day";
import {
  grantEnd,
  planAt,
  planBoundaries,
  TIER_LABELS,
  type Entitlements,
  type Grant,
  type Plan,
  type Tier,
} from "~/domain/member/plan";
import type { MailBody, MailMessage } from "~/domain/reminders/mail/mail-message";
import { t } from "~/i18n/t";

/**
 * End of a period of `days` whole days: a midnight in the member's zone. A start at midnight counts as the first
 * whole day.
 */
export function endAfterDays(start: Date, days: number, zone: string): Date {
  const { date } = localMoment(start, zone);
  const isMidnight = startOfDay(date, zone).getTime() === start.getTime();
  return startOfDay(addDays(date, isMidnight ? days : days + 1), zone);
}

export function lastDayOfPlan(end: Date, zone: string): string {
  return localMoment(new Date(end.getTime() - 1), zone).date;
}

/** Adds months in UTC; clamps to the last day of a shorter month. */
export function monthsLater(moment: Date, months: number): Date {
  const next = new Date(moment);
  next.setUTCDate(1);
  next.setUTCMonth(next.getUTCMonth() + months);
  const days = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(moment.getUTCDate(), days));
  return next;
}

const ENDING_SOON_MS = 7 * DAY;

/** The plan that ends within a week, with its formatted last day; null otherwise. Renewing plans do not end. */
export function endingPlan(
  { tier, source, endsAt }: Plan,
  now: Date,
  zone: string,
): { plan: string; day: string } | null {
  if (tier === "free" || !["trial", "gift", "paid"].includes(source) || !endsAt) return null;
  const left = endsAt.getTime() - now.getTime();
  if (left <= 0 || left > ENDING_SOON_MS) return null;
  return { plan: TIER_LABELS[tier], day: formatFullDate(lastDayOfPlan(endsAt, zone)) };
}

/** Emails are sent this many days before an end or a renewal. */
const DAYS_BEFORE = [7, 1] as const;

/**
 * An email that is due. The stored `id` prevents a second email. `event` is the end or the renewal, `at` the
 * time to send.
 */
export type PlanNotice = { id: string; kind: "ending" | "renewing"; tier: Tier; at: Date; event: Date };

/** Interval between queries about an overdue subscription. */
const ASK_AGAIN_MS = 6 * HOUR;

type Event = { name: string; kind: PlanNotice["kind"]; tier: Tier; since: Date | null; event: Date };

const renewalOf = ({ paid }: Grant): Date | null =>
  paid && !paid.cancelAt && !paid.pausedFrom ? paid.renewsAt : null;

/** Events to announce: the end of the plan, and each renewal. */
function eventsAhead(entitlements: Entitlements, now: Date): Event[] {
  const { tier, source, startsAt, endsAt } = planAt(entitlements, now);
  const events: Event[] = [];
  if (endsAt && source !== "admin")
    events.push({ name: "end", kind: "ending", tier, since: startsAt, event: endsAt });
  for (const grant of entitlements.grants) {
    const event = renewalOf(grant);
    if (event && event > now)
      events.push({ name: `renew|${grant.id}`, kind: "renewing", tier: grant.tier, since: null, event });
  }
  return events;
}

function noticesAhead(entitlements: Entitlements, now: Date): PlanNotice[] {
  return eventsAhead(entitlements, now).flatMap(({ name, kind, tier, since, event }) =>
    DAYS_BEFORE.map((days) => ({
      id: `${name}|${event.toISOString()}|${days}`,
      kind,
      tier,
      event,
      at: new Date(event.getTime() - days * DAY),
    }))
      // No notice is due before the plan started.
      .filter(({ at }) => since === null || at > since),
  );
}

/** Emails that are due and not sent. After a downtime only the latest of several emails about one event remains. */
export function dueNotices(entitlements: Entitlements, noticed: readonly string[], now: Date): PlanNotice[] {
  const due = noticesAhead(entitlements, now).filter(({ id, at }) => at <= now && !noticed.includes(id));
  return due.filter(
    (notice) =>
      !noticesAhead(entitlements, now).some(
        (other) =>
          other.kind === notice.kind &&
          other.event.getTime() === notice.event.getTime() &&
          other.at > notice.at &&
          other.at <= now,
      ),
  );
}

/** Drops the ids of sent notices whose event has passed. */
export function pruneSentNotices(marks: readonly string[], now: Date): string[] {
  return marks.filter((mark) => Date.parse(mark.split("|").at(-2) ?? "") > now.getTime());
}

/** Whether the time of a renewal, end or resumption has passed without an event from the payment service. */
export function isSubscriptionOverdue({ paid }: Grant, now: Date): boolean {
  return [paid?.renewsAt, paid?.cancelAt, paid?.resumesAt].some((moment) => moment && moment <= now);
}

/**
 * Time of the next plan check: the earliest future start, end, renewal or resumption of a grant, email, or query about an
 * overdue subscription. Null when there is none.
 */
export function nextPlanCheckAt(
  entitlements: Entitlements,
  noticed: readonly string[],
  now: Date,
): Date | null {
  const mails = noticesAhead(entitlements, now)
    .filter(({ id, at }) => at > now && !noticed.includes(id))
    .map(({ at }) => at);
  const renewals = entitlements.grants.map((grant) => grant.paid?.renewsAt ?? null);
  const resumed = entitlements.grants.map((grant) => grant.paid?.resumesAt ?? null);
  const asked = entitlements.grants.some((grant) => isSubscriptionOverdue(grant, now))
    ? [new Date(now.getTime() + ASK_AGAIN_MS)]
    : [];
  const moments = [
    ...mails,
    ...asked,
    ...planBoundaries(entitlements, now, grantEnd),
    ...renewals,
    ...resumed,
  ]
    .filter((moment) => moment !== null && moment > now)
    .map(Number);
  return moments.length ? new Date(Math.min(...moments)) : null;
}

/** `at` is an ISO 8601 timestamp. */
export type PlanMail =
  | { kind: "plan-ending"; to: string; tier: Tier; then: Tier; at: string; timezone: string }
  | { kind: "plan-renewing"; to: string; tier: Tier; at: string; timezone: string };

export function planMail(order: PlanMail, origin: string): MailMessage {
  return { kind: order.kind, to: order.to, ...planMailBody(order, origin) };
}

function planMailBody(order: PlanMail, origin: string): MailBody {
  const label = TIER_LABELS[order.tier];
  const at = new Date(order.at);
  const link = { url: `${origin}/settings/plan`, label: t("Your plan") };
  if (order.kind === "plan-renewing") {
    const day = formatFullDate(localMoment(at, order.timezone).date);
    return {
      subject: t("Your {label} renews on {day}", { label, day }),
      lines: [
        t("Your {label} renews on {day}, and the payment for the next period is taken then.", { label, day }),
      ],
      link,
      after: [
        t(
          "If you want to continue, you do not need to do anything. If not, you can cancel or pause on that page before that day; it takes one press of a button.",
        ),
      ],
    };
  }
  const day = formatFullDate(lastDayOfPlan(at, order.timezone));
  return {
    subject: t("Your {label} ends on {day}", { label, day }),
    lines: [
      t(
        "The last day of your {label} is {day}. After that you have the {tierLabels}. Nothing is charged, and you do not need to do anything.",
        { label, day, tierLabels: TIER_LABELS[order.then] },
      ),
    ],
    link,
    after: [t("Everything you have written stays yours, to read and to edit, whatever your plan.")],
  };
}
