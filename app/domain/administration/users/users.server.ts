import { UserModel, type UserRecord } from "#models/user.server";
import { DAY } from "~/domain/calendar/durations";
import { utcMonth } from "~/domain/calendar/local-day";
import {
  currentPlan,
  effectiveTier,
  entitlementsOf,
  recordedTiers,
} from "~/domain/member/current-member.server";
import { isAdministrator } from "~/domain/member/member";
import type { Tier } from "~/domain/member/plan";
import { listAuditEvents, type AuditEventLine } from "~/domain/operations/audit-log.server";
import type { ListPage } from "~/domain/operations/paging";
import { now } from "~/platform/clock";

export type UserStatus = UserRecord["status"];

export type UserFilters = {
  /** Beginning of a username or an email address, or an id. */
  q?: string;
  tier?: Tier;
  verified?: "yes" | "no";
  status?: UserStatus;
  admin?: true;
  unused?: true;
};

/** A user in the list. Contains states only: nothing about the journal's content or size, and no time of a visit. */
export type UserRow = {
  id: number;
  username: string;
  email: string;
  tier: Tier;
  /** Source of the plan: none, trial, gift, paid or admin. */
  planSource: string;
  isVerified: boolean;
  status: UserStatus;
  isAdmin: boolean;
  createdAt: Date;
  /** Whether the last use was more than a year ago. Only the month of the last use is stored. */
  isUnused: boolean;
};

/** The only fields that a list reads. */
const USER_FIELDS = {
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

type UserFields = Pick<
  UserRecord,
  Exclude<keyof typeof USER_FIELDS, "subscription.source"> | "_id" | "subscription"
>;

/** Accounts whose last month of use is before this one count as unused. */
const unusedBefore = (): string => utcMonth(new Date(now().getTime() - 365 * DAY));

const isUnused = (month: string | undefined): boolean => Boolean(month) && String(month) < unusedBefore();

function planOf({ subscriptionTier: own, subscription }: UserFields): Pick<UserRow, "tier" | "planSource"> {
  const source = subscription?.source ?? (own === "free" ? "none" : "gift");
  const tier = source === "admin" ? own : effectiveTier(own);
  return { tier, planSource: tier === own ? source : "none" };
}

const toUserRow = (user: UserFields): UserRow => ({
  id: user._id,
  username: user.username,
  email: user.email,
  ...planOf(user),
  isVerified: user.emailVerifiedAt !== null,
  status: user.status,
  isAdmin: isAdministrator({ id: user._id, isAdmin: user.isAdmin }),
  createdAt: user.createdAt,
  isUnused: isUnused(user.lastUsedMonth),
});

function userQuery({ tier, verified, status, admin, unused }: UserFilters): Record<string, unknown> {
  return {
    ...(tier && { subscriptionTier: { $in: recordedTiers(tier) } }),
    ...(verified && { emailVerifiedAt: verified === "no" ? null : { $ne: null } }),
    ...(status && { status }),
    ...(unused && { lastUsedMonth: { $gt: "", $lt: unusedBefore() } }),
    ...(admin && { $or: [{ _id: 1 }, { isAdmin: true }] }),
  };
}

/** Without a search the list is sorted by id, newest first; a search yields usernames, then email addresses. */
type UserCursor =
  | { by: "id"; before: number }
  | { by: "username"; after: string }
  | { by: "email"; after: string };

function writeCursor(cursor: UserCursor): string {
  if (cursor.by === "id") return String(cursor.before);
  return `${cursor.by === "username" ? "u" : "e"}.${cursor.after}`;
}

function readCursor(text: string | null): UserCursor | undefined {
  if (!text || text.length > 330) return undefined;
  if (/^\d{1,15}$/.test(text)) return { by: "id", before: Number(text) };
  const [, by, after = ""] = /^([ue])\.(.*)$/s.exec(text) ?? [];
  if (!by || !after.isWellFormed()) return undefined;
  return { by: by === "u" ? "username" : "email", after };
}

const find = (filter: Record<string, unknown>, sort: Record<string, 1 | -1>, limit: number) =>
  UserModel.find(filter).select(USER_FIELDS).sort(sort).limit(limit).lean() as Promise<UserFields[]>;

/** Keyset pagination without `skip`, so that the last page costs as much as the first. */
export async function listUsers(
  filters: UserFilters,
  page: string | null = null,
  size = 50,
): Promise<ListPage<UserRow>> {
  const cursor = readCursor(page);
  const { users, next } = filters.q
    ? await searchUsers(filters, filters.q, cursor, size)
    : await listNewestUsers(filters, cursor, size);
  return { rows: users.map(toUserRow), next: next && writeCursor(next), isFirst: cursor === undefined };
}

type Found = { users: UserFields[]; next: UserCursor | null };

async function listNewestUsers(
  filters: UserFilters,
  cursor: UserCursor | undefined,
  size: number,
): Promise<Found> {
  const before = cursor?.by === "id" ? { _id: { $lt: cursor.before } } : {};
  const users = await find({ ...userQuery(filters), ...before }, { _id: -1 }, size + 1);
  const last = users[size - 1];
  const hasMore = users.length > size && last;
  return { users: users.slice(0, size), next: hasMore ? { by: "id", before: last._id } : null };
}

const startingWith = (text: string): RegExp =>
  new RegExp(`^${text.toLowerCase().replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")}`);

async function searchUsers(
  filters: UserFilters,
  q: string,
  cursor: UserCursor | undefined,
  size: number,
): Promise<Found> {
  const base = userQuery(filters);
  const prefix = startingWith(q);
  const users: UserFields[] = [];
  if (!cursor && /^\d{1,15}$/.test(q))
    users.push(...(await find({ ...base, _id: Number(q) }, { _id: 1 }, 1)));
  if (cursor?.by !== "email") {
    const after = cursor?.by === "username" ? { $gt: cursor.after } : {};
    const byUsername = await find(
      { ...base, usernameKey: { $regex: prefix, ...after } },
      { usernameKey: 1 },
      size + 1,
    );
    users.push(...byUsername.slice(0, size).filter(({ _id }) => !users.some((user) => user._id === _id)));
    const last = byUsername[size - 1];
    if (byUsername.length > size && last) return { users, next: { by: "username", after: last.usernameKey } };
  }
  const after = cursor?.by === "email" ? { $gt: cursor.after } : {};
  const remaining = size - users.length;
  const byEmail = await find(
    { ...base, emailKey: { $regex: prefix, ...after }, usernameKey: { $not: prefix } },
    { emailKey: 1 },
    Math.max(remaining, 0) + 1,
  );
  users.push(...byEmail.slice(0, remaining));
  const last = byEmail[remaining - 1];
  if (byEmail.length <= remaining) return { users, next: null };
  return { users, next: { by: "email", after: last?.emailKey ?? "" } };
}

export type UserDetails = UserRow & {
  firstName: string;
  lastName: string;
  planEndsAt: Date | null;
  hasGift: boolean;
  hasTwoStep: boolean;
  isWriter: boolean;
  keepsPrayerList: boolean;
  events: AuditEventLine[];
};

/** One account: states, and never a count, a title, a text or a mood. */
export async function readUser(id: number): Promise<UserDetails | null> {
  const user = await UserModel.findById(id)
    .select({
      ...USER_FIELDS,
      firstName: 1,
      lastName: 1,
      plan: 1,
      promptSetPreference: 1,
      isWriter: 1,
      keepsPrayerList: 1,
      "twoStep.enabledAt": 1,
    })
    .lean();
  if (!user) return null;
  const { rows: events } = await listAuditEvents({ concerns: id }, null, 10);
  const { tier, source: planSource, endsAt: planEndsAt } = currentPlan(user, now());
  return {
    ...toUserRow(user),
    firstName: user.firstName,
    lastName: user.lastName,
    tier,
    planSource,
    planEndsAt,
    hasGift: entitlementsOf(user).grants.some((grant) => grant.source === "gift"),
    isWriter: user.isWriter ?? false,
    keepsPrayerList: user.keepsPrayerList ?? false,
    hasTwoStep: Boolean(user.twoStep),
    events,
  };
}
