import { SessionModel, type SessionRecord } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { isBeyondClockSkew } from "~/domain/calendar/durations";
import { utcMonth } from "~/domain/calendar/local-day";
import { isUseDue, recordLegacyUse } from "./legacy-use.server";
import { ADMIN_IDLE_MS, reportIntervalMs, sessionExpiry, USE_RECORD_INTERVAL_MS } from "./session-policy";

/**
 * Write-behind buffer for the use of sessions, so that opening a page writes nothing. Readers combine buffer and record; a job
 * flushes the buffer every minute. For users only the month is recorded, and the hour for those with a choice for "If I am no longer here".
 */
type Use = Pick<SessionRecord, "lastSeenAt" | "expiresAt">;

const bufferedUses = new Map<string, Use>();
const bufferedAdminEnds = new Map<string, Date>();
const bufferedMonths = new Map<number, string>();
const bufferedLegacyUses = new Map<number, Date>();

export const expiryOf = ({ _id, expiresAt }: SessionRecord): Date =>
  bufferedUses.get(_id)?.expiresAt ?? expiresAt;

export const lastUseOf = ({ _id, lastSeenAt }: SessionRecord): Date =>
  new Date(Math.max(lastSeenAt.getTime(), bufferedUses.get(_id)?.lastSeenAt.getTime() ?? 0));

/** Records a use. Sessions with auto-lock record every use, others at most one per `USE_RECORD_INTERVAL_MS`. */
export function bufferUse(session: SessionRecord, user: UserRecord, at: Date): void {
  const month = utcMonth(at);
  if (user.lastUsedMonth !== month) bufferedMonths.set(user._id, month);
  if (isUseDue(user, at)) bufferedLegacyUses.set(user._id, at);
  const seen = bufferedUses.get(session._id)?.lastSeenAt ?? session.lastSeenAt;
  if (
    !session.lockAfter &&
    !isBeyondClockSkew(seen, at) &&
    at.getTime() - seen.getTime() < USE_RECORD_INTERVAL_MS
  )
    return;
  touchSession(session, at);
}

/** Records a use unconditionally. */
export function touchSession({ _id, endsAt, remember, lockAfter }: SessionRecord, at: Date): void {
  bufferedUses.set(_id, {
    lastSeenAt: at,
    expiresAt: sessionExpiry(at, endsAt, remember, Boolean(lockAfter)),
  });
}

/** Writes the use of a session with auto-lock at once, for other processes. A failure, such as a full disk, must not lock it. */
export async function recordUseImmediately(
  { _id, lockAfter, lastSeenAt }: SessionRecord,
  at: Date,
): Promise<void> {
  if (!lockAfter || at.getTime() - lastSeenAt.getTime() < reportIntervalMs(lockAfter)) return;
  await SessionModel.updateOne({ _id }, { $set: { lastSeenAt: at } }).catch(() => undefined);
}

/** Undoes the steps of "If I am no longer here" at once. A failure must not end the visit: the buffer repeats it. */
export async function undoLegacySteps(user: UserRecord, at: Date): Promise<void> {
  if (isUseDue(user, at) === "now") await recordLegacyUse(user._id, at).catch(() => undefined);
}

/** End of a session's access to the administration. */
export const adminAccessEnd = ({ _id, adminUntil }: Pick<SessionRecord, "_id" | "adminUntil">): Date =>
  bufferedAdminEnds.get(_id) ?? adminUntil;

export function extendAdminAccess(id: string, at: Date): void {
  bufferedAdminEnds.set(id, new Date(at.getTime() + ADMIN_IDLE_MS));
}

/** Writes the buffer. Failed writes stay buffered. */
export async function flushUses(): Promise<void> {
  const sessions = [...new Set([...bufferedUses.keys(), ...bufferedAdminEnds.keys()])];
  for (const ids of inBatches(sessions)) {
    const changes = ids.map((_id) => {
      const adminUntil = bufferedAdminEnds.get(_id);
      return { _id, change: { ...bufferedUses.get(_id), ...(adminUntil && { adminUntil }) } };
    });
    await SessionModel.bulkWrite(
      changes.map(({ _id, change }) => ({ updateOne: { filter: { _id }, update: { $set: change } } })),
      { ordered: false },
    );
    for (const { _id, change } of changes) {
      // Uses that arrived during the write stay buffered.
      if (bufferedUses.get(_id)?.lastSeenAt === change.lastSeenAt) bufferedUses.delete(_id);
      if (bufferedAdminEnds.get(_id) === change.adminUntil) bufferedAdminEnds.delete(_id);
    }
  }
  for (const users of inBatches([...bufferedMonths])) {
    await UserModel.bulkWrite(
      users.map(([_id, lastUsedMonth]) => ({
        updateOne: { filter: { _id }, update: { $set: { lastUsedMonth } } },
      })),
      { ordered: false },
    );
    for (const [id] of users) bufferedMonths.delete(id);
  }
  for (const [id, at] of [...bufferedLegacyUses]) {
    await recordLegacyUse(id, at);
    if (bufferedLegacyUses.get(id) === at) bufferedLegacyUses.delete(id);
  }
}

const BATCH_SIZE = 500;

function* inBatches<T>(list: T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += BATCH_SIZE) yield list.slice(from, from + BATCH_SIZE);
}
