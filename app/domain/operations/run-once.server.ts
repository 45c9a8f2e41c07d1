import { DAY } from "~/domain/calendar/durations";
import { setTimeout as delay } from "node:timers/promises";
import { storedBytes } from "#models/db/stored-bytes.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import { SubmissionModel, type SubmissionRecord } from "#models/submission.server";
import { now } from "~/platform/clock";
import { deriveKey, open, seal } from "~/platform/encryption.server";
import { hashToken } from "~/platform/signing.server";

export type StoredAnswer = { status: number; headers: [string, string][] };

const KEEP_MS = DAY;
/** After this a run counts as lost (its process was killed) and the next try takes its place. */
const LOST_AFTER_MS = 30_000;

/**
 * Runs an action once per submission (named by `secret`), also when the same form arrives many times in parallel. Only an answer that
 * `run` marks with `keep` is remembered and given to the others; a refused form can be sent again.
 */
export async function runOnce<T>(
  secret: string,
  run: () => Promise<{ result: T; keep?: StoredAnswer }>,
): Promise<{ result: T } | { repeated: StoredAnswer }> {
  const key = hashToken(secret);
  for (;;) {
    const earlier = await reserve(key);
    if (earlier?.answer) return { repeated: openAnswer(secret, key, earlier.answer) };
    if (!earlier) return execute(secret, key, run);
    if (earlier.expiresAt.getTime() - KEEP_MS + LOST_AFTER_MS < now().getTime()) {
      await SubmissionModel.deleteOne({ _id: key, state: "running", expiresAt: earlier.expiresAt });
    } else {
      await delay(40);
    }
  }
}

const keyOf = (secret: string) => deriveKey(Buffer.from(secret), "submission-answer");
const place = (key: string) => `submissions|${key}|1`;

function sealAnswer(secret: string, key: string, answer: StoredAnswer): Buffer {
  return seal(keyOf(secret), JSON.stringify(answer), place(key));
}

function openAnswer(secret: string, key: string, stored: unknown): StoredAnswer {
  return JSON.parse(open(keyOf(secret), storedBytes(stored), place(key)).toString()) as StoredAnswer;
}

async function reserve(key: string): Promise<SubmissionRecord | null> {
  try {
    await SubmissionModel.create({
      _id: key,
      state: "running",
      expiresAt: new Date(now().getTime() + KEEP_MS),
    });
    return null;
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    // Gone in between: the first run was refused, so this one may try.
    return (await SubmissionModel.findById(key).lean()) ?? reserve(key);
  }
}

async function execute<T>(
  secret: string,
  key: string,
  run: () => Promise<{ result: T; keep?: StoredAnswer }>,
): Promise<{ result: T }> {
  try {
    const { result, keep } = await run();
    if (keep)
      await SubmissionModel.updateOne(
        { _id: key },
        { $set: { state: "done", answer: sealAnswer(secret, key, keep) } },
      );
    else await SubmissionModel.deleteOne({ _id: key });
    return { result };
  } catch (error) {
    await SubmissionModel.deleteOne({ _id: key }).catch(() => undefined);
    throw error;
  }
}
