import { SessionModel, type SessionRecord } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { isBeyondClockSkew } from "~/domain/calendar/durations";
import { utcMonth } from "~/domain/calendar/local-day";
import { ADMIN_IDLE_MS, reportIntervalMs, sessionExpiry, USE_RECORD_INTERVAL_MS } from "./session-policy";

/**
 * The use of sessions since it was last written: opening a page writes nothing. What waits here counts as if it were
 * written, and is, within a minute (see the minute writer). Of the person only the month is kept.
 */
type Use = Pick<SessionRecord, "lastSeenAt" | "expiresAt">;

const used = new Map<string, Use>();
const administered = new Map<string, Date>();
const months = new Map<number, string>();

/** When a session ends, by what is stored and what is not yet. */
export const expiryOf = ({ _id, expiresAt }: SessionRecord): Date => used.get(_id)?.expiresAt ?? expiresAt;

/** When a session was last used, likewise. */
export const lastUseOf = ({ _id, lastSeenAt }: SessionRecord): Date =>
  new Date(Math.max(lastSeenAt.getTime(), used.get(_id)?.lastSeenAt.getTime() ?? 0));

/** One that locks counts by each use, and so remembers each. */
export function bufferUse(session: SessionRecord, user: UserRecord, at: Date): void {
  const month = utcMonth(at);
  if (user.lastUsedMonth !== month) months.set(user._id, month);
  const seen = used.get(session._id)?.lastSeenAt ?? session.lastSeenAt;
  if (
    !session.lockAfter &&
    !isBeyondClockSkew(seen, at) &&
    at.getTime() - seen.getTime() < USE_RECORD_INTERVAL_MS
  )
    return;
  touchSession(session, at);
}

/** A use that counts, however short after the last. */
export function touchSession({ _id, endsAt, remember, lockAfter }: SessionRecord, at: Date): void {
  used.set(_id, { lastSeenAt: at, expiresAt: sessionExpiry(at, endsAt, remember, Boolean(lockAfter)) });
}

/** Other processes count the time of a session that locks too. A full disk keeps no one out. */
export async function publishUse({ _id, lockAfter, lastSeenAt }: SessionRecord, at: Date): Promise<void> {
  if (!lockAfter || at.getTime() - lastSeenAt.getTime() < reportIntervalMs(lockAfter)) return;
  await SessionModel.updateOne({ _id }, { $set: { lastSeenAt: at } }).catch(() => undefined);
}

/** Until when the administrators' area is open to a session. */
export const adminAccessEnd = ({ _id, adminUntil }: Pick<SessionRecord, "_id" | "adminUntil">): Date =>
  administered.get(_id) ?? adminUntil;

export function extendAdminAccess(id: string, at: Date): void {
  administered.set(id, new Date(at.getTime() + ADMIN_IDLE_MS));
}

/** Writes what has waited. What could not be written waits for the next time. */
export async function flushUses(): Promise<void> {
  const sessions = [...new Set([...used.keys(), ...administered.keys()])];
  for (const ids of inBatches(sessions)) {
    const changes = ids.map((_id) => {
      const adminUntil = administered.get(_id);
      return { _id, change: { ...used.get(_id), ...(adminUntil && { adminUntil }) } };
    });
    await SessionModel.bulkWrite(
      changes.map(({ _id, change }) => ({ updateOne: { filter: { _id }, update: { $set: change } } })),
      { ordered: false },
    );
    for (const { _id, change } of changes) {
      if (used.get(_id)?.lastSeenAt === change.lastSeenAt) used.delete(_id);
      if (administered.get(_id) === change.adminUntil) administered.delete(_id);
    }
  }
  for (const people of inBatches([...months])) {
    await UserModel.bulkWrite(
      people.map(([_id, lastUsedMonth]) => ({
        updateOne: { filter: { _id }, update: { $set: { lastUsedMonth } } },
      })),
      { ordered: false },
    );
    for (const [id] of people) months.delete(id);
  }
}

const BATCH = 500;

function* inBatches<T>(list: T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += BATCH) yield list.slice(from, from + BATCH);
}
