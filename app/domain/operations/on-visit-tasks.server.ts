import { SessionModel } from "#models/session.server";
import type { UserRecord } from "#models/user.server";
import { MINUTE } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { failureOf } from "./failures.server";

/** A deferred task that needs the keys of a sealed journal and therefore runs while its owner is signed in. */
export type OnVisitTask = {
  isDue: (user: UserRecord, member: Member) => boolean;
  /** Stop when `isPresent` returns false: the session has ended, and its keys must no longer be used. */
  run: (member: Member, isPresent: () => Promise<boolean>, user: UserRecord) => Promise<void>;
};

/** Backoff after a failure of a member's tasks. */
const RETRY_AFTER_MS = MINUTE;

let tasks: readonly OnVisitTask[] = [];
const running = new Map<number, Promise<void>>();
const failedAt = new Map<number, number>();
let isStopping = false;

/** Sets the tasks of this process, in execution order. */
export function registerOnVisitTasks(all: readonly OnVisitTask[]): void {
  tasks = all;
}

/** Called for each request of a session. Starts the due tasks of a member unless they are running, without delaying the request. */
export function runOnVisitTasks(member: Member, user: UserRecord, sessionId: string): void {
  const due = tasks.filter(({ isDue }) => isDue(user, member));
  if (due.length === 0 || running.has(member.id) || isBackingOff(member.id)) return;
  const run = runInOrder(due, member, user, sessionId)
    .catch((error: unknown) => {
      // A failed task stays due. An unavailable database is logged elsewhere, so only other errors are logged here.
      if (!failureOf(error)) log.error("sealing.not_attended", error);
      failedAt.set(member.id, now().getTime());
    })
    .finally(() => running.delete(member.id));
  running.set(member.id, run);
}

/** A failure in the future means that the clock was set back; it causes no backoff. */
function isBackingOff(memberId: number): boolean {
  const since = now().getTime() - (failedAt.get(memberId) ?? -Infinity);
  return since >= 0 && since < RETRY_AFTER_MS;
}

async function runInOrder(
  due: readonly OnVisitTask[],
  member: Member,
  user: UserRecord,
  sessionId: string,
): Promise<void> {
  const isPresent = async () =>
    !isStopping && (await SessionModel.exists({ _id: sessionId, expiresAt: { $gt: now() } })) !== null;
  // The request has just found the session active, so the first task needs no check.
  for (const [index, { run }] of due.entries())
    if (index === 0 || (await isPresent())) await run(member, isPresent, user);
}

/** @internal Exported for tests. */
export async function onVisitTasksDone(): Promise<void> {
  await Promise.all(running.values());
}

/**
 * Waits for the tasks and resets the backoff.
 * @internal Exported for tests.
 */
export async function resetOnVisitTasks(): Promise<void> {
  await onVisitTasksDone();
  failedAt.clear();
}

/** Stops the tasks before the database is closed; the next visit resumes them. */
export async function stopOnVisitTasks(): Promise<void> {
  isStopping = true;
  await onVisitTasksDone();
}
