import { UserModel, type UserRecord } from "#models/user.server";
import { listAuditEvents, type AuditEventLine } from "~/domain/audit/log.server";
import { currentPlan, holdingOf } from "~/domain/member/current-plan.server";
import { isAdministrator } from "~/domain/member/roles";
import { now } from "~/platform/clock";
import { isUnused, type UserLine } from "./line.server";

export type UserSheet = UserLine & {
  firstName: string;
  lastName: string;
  planSource: string;
  planEndsAt: Date | null;
  hasGift: boolean;
  hasTwoStep: boolean;
  isWriter: boolean;
  events: AuditEventLine[];
};

type PlanFields = Pick<UserRecord, "subscriptionTier" | "plan" | "createdAt" | "promptSetPreference">;

function planFacts(user: PlanFields): Pick<UserSheet, "tier" | "planSource" | "planEndsAt" | "hasGift"> {
  const { tier, source, endsAt } = currentPlan(user, now());
  const hasGift = holdingOf(user).grants.some((grant) => grant.source === "gift");
  return { tier, planSource: source, planEndsAt: endsAt, hasGift };
}

/** One account as administrators see it: states, and never a count, a title, a text or a mood. */
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
      isWriter: 1,
      "twoStep.enabledAt": 1,
      createdAt: 1,
      lastUsedMonth: 1,
    })
    .lean();
  if (!user) return null;
  const { events } = await listAuditEvents({ concerns: id }, undefined, 10);
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
    isWriter: user.isWriter ?? false,
    hasTwoStep: Boolean(user.twoStep),
    createdAt: user.createdAt,
    isUnused: isUnused(user.lastUsedMonth),
    events,
  };
}
