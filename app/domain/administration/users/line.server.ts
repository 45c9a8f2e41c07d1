import type { UserRecord } from "#models/user.server";
import { DAY } from "~/domain/calendar/durations";
import { utcMonth } from "~/domain/calendar/utc";
import { tierHere } from "~/domain/member/current-plan.server";
import { isAdministrator } from "~/domain/member/roles";
import type { Tier } from "~/domain/member/tiers";
import { now } from "~/platform/clock";
import type { UserStatus } from "./query";

/** A user as administrators see one: states, chosen one by one, and never what the person wrote, how much, or when they were here. */
export type UserLine = {
  id: number;
  username: string;
  email: string;
  tier: Tier;
  /** Where the plan comes from: none, trial, gift, paid or admin. */
  planSource: string;
  isVerified: boolean;
  status: UserStatus;
  isAdmin: boolean;
  createdAt: Date;
  /** Not used for a year, by months: for clearing up. */
  isUnused: boolean;
};

export type UserFields = Pick<
  UserRecord,
  | "_id"
  | "username"
  | "usernameKey"
  | "email"
  | "emailKey"
  | "subscriptionTier"
  | "subscription"
  | "emailVerifiedAt"
  | "status"
  | "isAdmin"
  | "createdAt"
  | "lastUsedMonth"
>;

/** What is read of a user for a list; nothing else leaves the database. */
export const USER_FIELDS = {
  username: 1,
  usernameKey: 1,
  email: 1,
  emailKey: 1,
  subscriptionTier: 1,
  "subscription.source": 1,
  emailVerifiedAt: 1,
  status: 1,
  isAdmin: 1,
  createdAt: 1,
  lastUsedMonth: 1,
} as const;

/** The month a year ago: who was here last before it has not been here for a year. */
export const lastYear = (): string => utcMonth(new Date(now().getTime() - 365 * DAY));

/** Of an account without a month that is not known. */
export const isUnused = (month: string | undefined): boolean => Boolean(month) && String(month) < lastYear();

function planOf({ subscriptionTier: own, subscription }: UserFields): Pick<UserLine, "tier" | "planSource"> {
  const source = subscription?.source ?? (own === "free" ? "none" : "gift");
  const tier = source === "admin" ? own : tierHere(own);
  return { tier, planSource: tier === own ? source : "none" };
}

export function userLine(user: UserFields): UserLine {
  return {
    id: user._id,
    username: user.username,
    email: user.email,
    ...planOf(user),
    isVerified: user.emailVerifiedAt !== null,
    status: user.status,
    isAdmin: isAdministrator({ id: user._id, isAdmin: user.isAdmin }),
    createdAt: user.createdAt,
    isUnused: isUnused(user.lastUsedMonth),
  };
}
