import { DAY, HOUR } from "~/domain/calendar/durations";
import { boundaries, endOf, planAt, type Grant, type Holding } from "~/domain/member/plan";
import type { Tier } from "~/domain/member/tiers";

/** How many days before an end or a renewal an email says so. */
const DAYS_BEFORE = [7, 1] as const;

/** A mail that is due. `id` names it for ever: no second one is sent. */
export type PlanNotice = { id: string; kind: "ending" | "renewing"; tier: Tier; at: Date; event: Date };

/** How long after an unanswered question about a subscription the next one comes. */
const ASK_AGAIN_MS = 6 * HOUR;

type Event = { name: string; kind: PlanNotice["kind"]; tier: Tier; since: Date | null; event: Date };

const renews = ({ paid }: Grant): Date | null =>
  paid && !paid.cancelAt && !paid.pausedFrom ? paid.renewsAt : null;

/** What a person should hear of in advance: the end of their plan, and each renewal that will be charged. */
function eventsAhead(holding: Holding, now: Date): Event[] {
  const { tier, source, startsAt, endsAt } = planAt(holding, now);
  const events: Event[] = [];
  if (endsAt && source !== "admin")
    events.push({ name: "end", kind: "ending", tier, since: startsAt, event: endsAt });
  for (const grant of holding.grants) {
    const event = renews(grant);
    if (event && event > now)
      events.push({ name: `renew|${grant.id}`, kind: "renewing", tier: grant.tier, since: null, event });
  }
  return events;
}

function noticesAhead(holding: Holding, now: Date): PlanNotice[] {
  return eventsAhead(holding, now).flatMap(({ name, kind, tier, since, event }) =>
    DAYS_BEFORE.map((days) => ({
      id: `${name}|${event.toISOString()}|${days}`,
      kind,
      tier,
      event,
      at: new Date(event.getTime() - days * DAY),
    }))
      // A plan shorter than that was announced when it began.
      .filter(({ at }) => since === null || at > since),
  );
}

/** Mails that are due now and were not sent. Of two for one event, after a long silence, only the nearer. */
export function dueNotices(holding: Holding, noticed: readonly string[], now: Date): PlanNotice[] {
  const due = noticesAhead(holding, now).filter(({ id, at }) => at <= now && !noticed.includes(id));
  return due.filter(
    (notice) =>
      !noticesAhead(holding, now).some(
        (other) =>
          other.kind === notice.kind &&
          other.event.getTime() === notice.event.getTime() &&
          other.at > notice.at &&
          other.at <= now,
      ),
  );
}

/** Keeps the marks of events that lie ahead; the others are of no further use. */
export function keepMarks(marks: readonly string[], now: Date): string[] {
  return marks.filter((mark) => Date.parse(mark.split("|").at(-2) ?? "") > now.getTime());
}

/** A subscription whose time is over, or whose pause is, while nothing new was heard of it. */
export function isOverdue({ paid }: Grant, now: Date): boolean {
  return [paid?.renewsAt, paid?.cancelAt, paid?.resumesAt].some((moment) => moment && moment <= now);
}

/** When to look at this person's plan again: the next change that time brings, or the next email. Null: never. */
export function nextMoment(holding: Holding, noticed: readonly string[], now: Date): Date | null {
  const mails = noticesAhead(holding, now)
    .filter(({ id, at }) => at > now && !noticed.includes(id))
    .map(({ at }) => at);
  const renewals = holding.grants.map((grant) => grant.paid?.renewsAt ?? null);
  const resumed = holding.grants.map((grant) => grant.paid?.resumesAt ?? null);
  const asked = holding.grants.some((grant) => isOverdue(grant, now))
    ? [new Date(now.getTime() + ASK_AGAIN_MS)]
    : [];
  const moments = [...mails, ...asked, ...boundaries(holding, now, endOf), ...renewals, ...resumed]
    .filter((moment) => moment !== null && moment > now)
    .map(Number);
  return moments.length ? new Date(Math.min(...moments)) : null;
}
