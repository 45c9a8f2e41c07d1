import { duplicateKeyFields } from "#models/db/failures.server";
import { storedBytes } from "#models/db/stored-bytes.server";
import { SubmissionModel, type SubmissionRecord } from "#models/submission.server";
import { DAY, hasPassed, SECOND } from "~/domain/calendar/durations";
import { now, wait } from "~/platform/clock";
import { deriveKey, open, seal } from "~/platform/encryption.server";
import { hashToken } from "~/platform/signing.server";

/** What a run gives: its result, and what later callers get instead of a run. Without `keep` they run again. */
export type IdempotentRun<R, K> = () => Promise<{ result: R; keep?: K }>;
export type IdempotentOutcome<R, K> = { result: R } | { kept: K };
/** The delay between polls. */
type Pause = (ms: number) => Promise<unknown>;

const KEEP = DAY;
/** After this a run counts as lost (its process was killed) and the next try takes its place. */
const LOST_AFTER = 30 * SECOND;
/** First pause before asking the database again whether another process's run is over. */
const ASK_FIRST = 100;
const ASK_AT_MOST = SECOND;

const running = new Map<string, Promise<unknown>>();

/**
 * Runs something once for one `secret` and one `content`, even when called many times at once: a call in
 * this process meanwhile gets the same result; a later one, or one elsewhere, gets what was kept (any JSON). Other
 * content under the same secret is another run. What is kept is sealed with what only the caller knows.
 */
export function runIdempotent<R, K>(
  secret: string,
  content: string,
  run: IdempotentRun<R, K>,
  pause: Pause = wait,
): Promise<IdempotentOutcome<R, K>> {
  const name = `${secret}|${content}`;
  const joined = running.get(name) as Promise<IdempotentOutcome<R, K>> | undefined;
  if (joined) return joined;
  const outcome = runOrWait(name, run, pause).finally(() => running.delete(name));
  running.set(name, outcome);
  return outcome;
}

async function runOrWait<R, K>(
  name: string,
  run: IdempotentRun<R, K>,
  pause: Pause,
): Promise<IdempotentOutcome<R, K>> {
  const key = hashToken(name);
  for (let ms = ASK_FIRST; ; ms = Math.min(2 * ms, ASK_AT_MOST)) {
    const earlier = await reserve(key);
    if (earlier?.answer) return { kept: openKept<K>(name, key, earlier.answer) };
    if (!earlier) return execute(name, key, run);
    const lostAt = new Date(earlier.expiresAt.getTime() - KEEP + LOST_AFTER);
    if (hasPassed(lostAt, now(), LOST_AFTER)) {
      await SubmissionModel.deleteOne({ _id: key, state: "running", expiresAt: earlier.expiresAt });
    } else {
      await pause(ms);
    }
  }
}

const keyOf = (name: string) => deriveKey(Buffer.from(name), "submission-answer");
const place = (key: string) => `submissions|${key}|1`;

function sealKept(name: string, key: string, kept: unknown): Buffer {
  return seal(keyOf(name), JSON.stringify(kept), place(key));
}

function openKept<K>(name: string, key: string, stored: unknown): K {
  return JSON.parse(open(keyOf(name), storedBytes(stored), place(key)).toString()) as K;
}

async function reserve(key: string): Promise<SubmissionRecord | null> {
  try {
    await SubmissionModel.create({
      _id: key,
      state: "running",
      expiresAt: new Date(now().getTime() + KEEP),
    });
    return null;
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    // Gone in between: the first run was refused, so this one may try.
    return (await SubmissionModel.findById(key).lean()) ?? reserve(key);
  }
}

async function execute<R, K>(name: string, key: string, run: IdempotentRun<R, K>): Promise<{ result: R }> {
  try {
    const { result, keep } = await run();
    if (keep === undefined) await SubmissionModel.deleteOne({ _id: key });
    else
      await SubmissionModel.updateOne(
        { _id: key },
        { $set: { state: "done", answer: sealKept(name, key, keep) } },
      );
    return { result };
  } catch (error) {
    await SubmissionModel.deleteOne({ _id: key }).catch(() => undefined);
    throw error;
  }
}
