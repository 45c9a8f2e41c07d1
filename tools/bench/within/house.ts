import { AbAssignmentModel } from "#models/ab-assignment.server";
import { AiCallModel } from "#models/ai-call.server";
import { AlertModel } from "#models/alert.server";
import { AuditEventModel } from "#models/audit-event.server";
import { EventDayModel } from "#models/event-day.server";
import { InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { OutgoingMailModel } from "#models/outgoing-mail.server";
import { PlanChangeModel } from "#models/plan-change.server";
import { SessionModel } from "#models/session.server";
import { ALERT_RULE_KEYS } from "~/domain/administration/alerts/alert-rules";
import { EVENT_KINDS } from "~/domain/audit/filters";
import { DAY } from "~/domain/calendar/durations";
import { addDays } from "~/domain/calendar/local-day";
import { utcDay, utcMonth } from "~/domain/calendar/utc";
import type { EntryKind } from "~/domain/journal/prompt-sets/entry-kind";
import { LIBRARY } from "~/domain/journal/prompts/prompt-library";
import type { Slot } from "~/domain/member/prayer-times";
import { TIERS } from "~/domain/member/tiers";
import { createTrialKeys } from "~/domain/plans/trial-keys/trial-keys.server";
import { plannedPassage } from "~/domain/scripture/passages/passage-plan";
import { entryOf, insert, insertPeople } from "./people";

/** Everything that the administrators' pages count, for this many people over the last 365 days, on an empty database. */
const DAYS = 365;
const KINDS: [EntryKind, Slot][] = [
  ["habit", "morning"],
  ["habit", "evening"],
  ["prompt", "morning"],
  ["lectio", "morning"],
  ["examen", "evening"],
  ["free", "none"],
];
// As long as a sealed reflection of sixty words; nothing that is measured opens one.
const SEALED = Buffer.alloc(480, 1);

/** How large a house is. */
export type Size = { users: number; entries: number };

/** Fills an empty database. */
export async function fillHouse({ users, entries }: Size, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const later = new Date(now.getTime() + 60 * DAY);
  const spread = (n: number, of: number) => ago((n / of) * DAYS);
  const passages = Array.from({ length: DAYS }, (_, day) =>
    plannedPassage({ plan: "season", since: "", showSeason: true }, addDays(utcDay(now), -day)),
  );
  await insertPeople(1, users, (n) => person(n, spread(users - n, users), ago((n * 7) % 90)));
  await insert(JournalEntryModel, entries, (n) => entry(n, users, spread(n, entries), passages));
  await insert(SessionModel, users / 2, (n) => ({
    _id: `session-${n}`,
    userId: 2 + n,
    securityStamp: "none",
    remember: true,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: later,
    endsAt: later,
  }));
  await insert(AbAssignmentModel, users * 2, (n) => ({
    _id: `visitor-${n}`,
    variant: n % 2 === 0 ? "A" : "B",
    assignedAt: spread(n, users * 2),
    conversionType: n % 3 === 0 ? "registration" : null,
    convertedAt: n % 3 === 0 ? spread(n, users * 2) : null,
    expiresAt: later,
  }));
  await insert(PlanChangeModel, users, (n) => ({
    _id: `${n}|1`,
    userId: n,
    number: 1,
    at: spread(n, users),
    cause: n % 2 === 0 ? "key_redeemed" : "paid_started",
    from: "free",
    to: TIERS[1 + (n % 2)] ?? "tier1",
    source: "trial",
  }));
  await insert(OutgoingMailModel, users, (n) => ({
    _id: `mail-${n}`,
    kind: "verify-email",
    sealed: SEALED,
    state: n % 50 === 0 ? "dead" : n % 20 === 0 ? "queued" : "sent",
    nextTryAt: ago((n % 300) / 10),
    createdAt: ago((n % 300) / 10),
    finishedAt: ago((n % 300) / 10),
    expiresAt: later,
  }));
  await insert(InsightModel, users * 3, (n) => ({
    _id: `${2 + (n % users)}|week-${n}`,
    userId: 2 + (n % users),
    weekStart: addDays(utcDay(now), -Math.floor(n / users) * 7 - 7),
    status: "ready",
    fallback: n % 40 === 0 ? "timeout" : "",
    madeAt: ago((n / users) * 7),
  }));
  await insert(AiCallModel, users * 2, (n) => ({
    _id: `call-${n}`,
    userId: 2 + (n % users),
    feature: n % 2 === 0 ? "insights" : "coaches",
    at: spread(n, users * 16),
    host: "ai.example",
    model: "model",
    outcome: n % 25 === 0 ? "timeout" : "ok",
    expiresAt: later,
  }));
  // What was shown on each of the last days: one record for each passage and question.
  await insert(EventDayModel, DAYS * 200, (n) => {
    const day = addDays(utcDay(now), -(n % DAYS));
    const at = Math.floor(n / DAYS);
    const event = at === 0 ? `served:${passages[n % DAYS]}` : `shown:${LIBRARY[at % LIBRARY.length]?.id}`;
    return { _id: `${day}|${event}`, day, event, count: 1 + (n % 40), expiresAt: later };
  });
  await insert(AuditEventModel, users * 4, (n) => ({
    _id: n + 1,
    at: spread(users * 4 - n, users * 4),
    kind: EVENT_KINDS[n % EVENT_KINDS.length]?.[0] ?? "sign_out",
    actorId: 1 + (n % users),
    subjectId: 1 + ((n * 3) % users),
    previousHash: "none",
    hash: "none",
  }));
  await insert(AlertModel, users / 10, (n) => ({
    _id: `alert-${n}`,
    rule: ALERT_RULE_KEYS[n % ALERT_RULE_KEYS.length] ?? "jobs-late",
    severity: "warning",
    state: n < 3 ? "open" : "resolved",
    openedAt: spread(n, users / 10),
    value: 1,
    worst: 1,
    threshold: 0,
  }));
  const keys = { tier: "tier1" as const, days: 30, maxRedemptions: 1, expiresAt: null, note: "" };
  for (let n = 0; n < 4; n++)
    await createTrialKeys({ id: 1 }, { ...keys, count: Math.min(500, users / 20) } as never);
}

function person(n: number, createdAt: Date, lastSeen: Date) {
  return {
    isAdmin: n === 0,
    subscriptionTier: TIERS[n % 7 === 0 ? 1 : n % 11 === 0 ? 2 : 0],
    promptSetPreference: n % 3 === 0 ? ("random_prompts" as const) : ("daily_habit" as const),
    timezone: "UTC",
    status: n % 200 === 1 ? ("locked" as const) : ("active" as const),
    emailVerifiedAt: n % 5 === 1 ? null : createdAt,
    createdAt,
    lastUsedMonth: utcMonth(lastSeen),
    insightsDueAt: new Date(createdAt.getTime() + 10 * DAYS * DAY),
  };
}

function entry(n: number, users: number, createdAt: Date, passages: string[]) {
  const [kind, slot] = KINDS[n % KINDS.length] ?? ["free", "none"];
  const isDraft = n % 40 === 0;
  return entryOf({
    _id: `entry-${n}`,
    userId: 2 + ((n * 7) % Math.max(users - 1, 1)),
    kind,
    slot,
    status: isDraft ? "draft" : "final",
    forDate: utcDay(createdAt),
    createdAt,
    promptSet: "daily_habit",
    promptIds: kind === "prompt" ? [LIBRARY[n % LIBRARY.length]?.id ?? ""] : [],
    passageRef: kind === "lectio" ? (passages[n % passages.length] ?? "") : "",
    marks: [`kind:${kind}`, `slot:${slot}`],
    sealed: SEALED,
    ...(isDraft && { draftKey: `bench|${n}` }),
    deletedAt: n % 90 === 1 ? createdAt : null,
  });
}
