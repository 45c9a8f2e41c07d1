import { AuditEventModel } from "#models/audit-event.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { SessionModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { isAdministrator } from "~/domain/member/roles";
import { AUDIT_WORDS, type AuditKind } from "~/domain/audit/chain";
import { currentPlan, holdingOf } from "~/domain/member/current-plan.server";
import { now } from "~/platform/clock";
import type { UserLine } from "./line.server";

export type UserSheet = UserLine & {
  firstName: string;
  lastName: string;
  planSource: string;
  planEndsAt: Date | null;
  hasGift: boolean;
  hasTwoStep: boolean;
  sessions: number;
  entries: number;
  drafts: number;
  inTrash: number;
  events: { number: number; at: Date; words: string; actorId: number | null }[];
};

type PlanFields = Pick<UserRecord, "subscriptionTier" | "plan" | "createdAt" | "promptSetPreference">;

function planFacts(user: PlanFields): Pick<UserSheet, "tier" | "planSource" | "planEndsAt" | "hasGift"> {
  const { tier, source, endsAt } = currentPlan(user, now());
  const hasGift = holdingOf(user).grants.some((grant) => grant.source === "gift");
  return { tier, planSource: source, planEndsAt: endsAt, hasGift };
}

/** One account as administrators see it: states and counts, never a title, a text or a mood. */
export async function readUser(id: number): Promise<UserSheet | null> {
  const user = await UserModel.findById(id)
    .select({
      username: 1,
      email: 1,
      firstName: 1,
      lastName: 1,
      subscriptionTier: 1,
      plan: 1,
      promptSetPreference: 1,
      emailVerifiedAt: 1,
      status: 1,
      isAdmin: 1,
      "twoStep.enabledAt": 1,
      createdAt: 1,
      lastSeenAt: 1,
    })
    .lean();
  if (!user) return null;
  const [sessions, entries, final, drafts, events] = await Promise.all([
    SessionModel.countDocuments({ userId: id, expiresAt: { $gt: now() } }),
    JournalEntryModel.countDocuments({ userId: id, status: "final", deletedAt: null }),
    JournalEntryModel.countDocuments({ userId: id, status: "final" }),
    JournalEntryModel.countDocuments({ userId: id, status: "draft" }),
    AuditEventModel.find({ subjectId: id }).sort({ _id: -1 }).limit(10).lean(),
  ]);
  return {
    id,
    username: user.username,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    isVerified: user.emailVerifiedAt !== null,
    status: user.status,
    isAdmin: isAdministrator({ id, isAdmin: user.isAdmin }),
    ...planFacts(user),
    hasTwoStep: Boolean(user.twoStep),
    createdAt: user.createdAt,
    lastSeenAt: user.lastSeenAt,
    sessions,
    entries,
    drafts,
    inTrash: final - entries,
    events: events.map(({ _id, at, kind, actorId }) => ({
      number: _id,
      at,
      words: AUDIT_WORDS[kind as AuditKind] ?? kind,
      actorId,
    })),
  };
}
