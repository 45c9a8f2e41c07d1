import { UserModel } from "#models/user.server";
import { recordedTiers } from "~/domain/member/current-plan.server";
import { lastYear, USER_FIELDS, userLine, type UserFields, type UserLine } from "./line.server";
import { beginsWith, readUserCursor, writeUserCursor, type UserCursor, type UserFilters } from "./query";

function conditions({ tier, verified, status, admin, unused }: UserFilters): Record<string, unknown> {
  return {
    ...(tier && { subscriptionTier: { $in: recordedTiers(tier) } }),
    ...(verified && { emailVerifiedAt: verified === "no" ? null : { $ne: null } }),
    ...(status && { status }),
    ...(unused && { lastUsedMonth: { $gt: "", $lt: lastYear() } }),
    ...(admin && { $or: [{ _id: 1 }, { isAdmin: true }] }),
  };
}

const find = (filter: Record<string, unknown>, sort: Record<string, 1 | -1>, limit: number) =>
  UserModel.find(filter).select(USER_FIELDS).sort(sort).limit(limit).lean() as Promise<UserFields[]>;

/** One page, by key and never by skipping, so that the last page costs what the first does. */
export async function listUsers(
  filters: UserFilters,
  cursor?: UserCursor,
  size = 50,
): Promise<{ users: UserLine[]; next: string | null }> {
  const found = filters.q
    ? await search(filters, filters.q, cursor, size)
    : await newest(filters, cursor, size);
  return { users: found.users.map(userLine), next: found.next };
}

type Page = { users: UserFields[]; next: string | null };

async function newest(filters: UserFilters, cursor: UserCursor | undefined, size: number): Promise<Page> {
  const before = cursor?.by === "id" ? { _id: { $lt: cursor.before } } : {};
  const users = await find({ ...conditions(filters), ...before }, { _id: -1 }, size + 1);
  const last = users[size - 1];
  const more = users.length > size && last;
  return { users: users.slice(0, size), next: more ? writeUserCursor({ by: "id", before: last._id }) : null };
}

async function search(
  filters: UserFilters,
  q: string,
  cursor: UserCursor | undefined,
  size: number,
): Promise<Page> {
  const base = conditions(filters);
  const prefix = beginsWith(q);
  const users: UserFields[] = [];
  if (!cursor && /^\d{1,15}$/.test(q))
    users.push(...(await find({ ...base, _id: Number(q) }, { _id: 1 }, 1)));
  if (cursor?.by !== "email") {
    const after = cursor?.by === "username" ? { $gt: cursor.after } : {};
    const named = await find(
      { ...base, usernameKey: { $regex: prefix, ...after } },
      { usernameKey: 1 },
      size + 1,
    );
    users.push(...named.slice(0, size).filter(({ _id }) => !users.some((user) => user._id === _id)));
    const last = named[size - 1];
    if (named.length > size && last)
      return { users, next: writeUserCursor({ by: "username", after: last.usernameKey }) };
  }
  const after = cursor?.by === "email" ? { $gt: cursor.after } : {};
  const rest = size - users.length;
  const byAddress = await find(
    { ...base, emailKey: { $regex: prefix, ...after }, usernameKey: { $not: prefix } },
    { emailKey: 1 },
    Math.max(rest, 0) + 1,
  );
  users.push(...byAddress.slice(0, rest));
  const last = byAddress[rest - 1];
  if (byAddress.length <= rest) return { users, next: null };
  return { users, next: writeUserCursor({ by: "email", after: last?.emailKey ?? "" }) };
}

/** Everyone the filters select, a page at a time, for a file. */
export async function* everyUser(filters: UserFilters): AsyncGenerator<UserLine[]> {
  let cursor: UserCursor | undefined;
  do {
    const { users, next } = await listUsers(filters, cursor, 500);
    if (users.length > 0) yield users;
    cursor = readUserCursor(next);
  } while (cursor);
}
