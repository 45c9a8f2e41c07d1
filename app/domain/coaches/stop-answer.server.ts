import { CoachMessageModel } from "#models/coach-message.server";
import { CoachThreadModel } from "#models/coach-thread.server";
import type { Member } from "~/domain/member/member";
import { log } from "~/platform/log.server";

const LOOK_MS = 400;

/**
 * Asks for the answer that is on its way to end where it is. It may be written by another process, so the
 * wish is kept with the conversation; where nothing is on its way, nothing happens.
 */
export async function stopAnswer(member: Member, threadId: string): Promise<void> {
  const last = await CoachMessageModel.findOne({ threadId, userId: member.id }).sort({ seq: -1 }).lean();
  if (!last || last.seq % 2 === 0) return;
  await CoachThreadModel.updateOne(
    { _id: threadId, userId: member.id },
    { $set: { stoppedMessage: last._id } },
  );
}

/** A signal that comes once the person has stopped the answer to a message, and the way to end looking for it. */
export function watchForStop(threadId: string, messageId: string): { signal: AbortSignal; end: () => void } {
  const stopped = new AbortController();
  const look = async () => {
    const thread = await CoachThreadModel.findById(threadId, { stoppedMessage: 1 }).lean();
    if (thread?.stoppedMessage === messageId) stopped.abort();
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.error("coaches.stop_not_read", error));
  }, LOOK_MS);
  timer.unref();
  return { signal: stopped.signal, end: () => clearInterval(timer) };
}
