import { createIfMissing, storedBytes } from "#models/db/queries.server";
import { DeferredFormModel, SubmissionModel, type SubmissionRecord } from "#models/form-submission.server";
import { SessionModel } from "#models/session.server";
import { DAY, hasPassed, HOUR, SECOND } from "~/domain/calendar/durations";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import { now, wait } from "~/platform/clock";
import { deriveKey, open, seal } from "~/platform/encryption.server";
import { hashToken, isSigned, randomToken, sign } from "~/platform/signing.server";

type StoredForm = { _id: string; network?: string; expiresAt: Date };

/** The oldest record of the network with the most records, so that one network cannot displace the others' forms. */
function evictionCandidate(stored: readonly StoredForm[]): string | undefined {
  const counts = new Map<string | undefined, number>();
  for (const { network } of stored) counts.set(network, (counts.get(network) ?? 0) + 1);
  const highest = Math.max(...counts.values());
  let oldest: StoredForm | undefined;
  for (const record of stored)
    if (counts.get(record.network) === highest && (!oldest || record.expiresAt < oldest.expiresAt))
      oldest = record;
  return oldest?._id;
}

/**
 * A form submitted after its session had ended, stored until the same member has signed in again. It is encrypted with a key
 * derived from a secret that only the browser's cookie has.
 */
type DeferredForm = {
  action: string;
  fields: [name: string, value: string][];
  /** Idempotency key, in case an earlier submission succeeded and its response was lost. */
  submission?: string;
};

export const DEFERRED_FORM_SECONDS = 60 * 60;

/** Sender of a deferred text: `network` has an hourly limit, the wider `subnet` a limit on stored texts. */
export type TextClient = { network: string; subnet: string };
/** Limits per text, in total, per subnet, and per network and hour. `bytes` times `waiting` caps the store at 50 MB. */
type DeferredLimits = { bytes: number; waiting: number; ofSubnet: number; anHour: number; seconds: number };
const FORM_LIMITS: DeferredLimits = {
  bytes: 256 * 1024,
  waiting: 200,
  ofSubnet: 60,
  anHour: 20,
  seconds: DEFERRED_FORM_SECONDS,
};

/** Signed owner of a form, so that its text is not shown to another member who signs in in the same browser. */
export function formOwnerToken(memberId: number): string {
  return `${memberId}.${sign("form-owner", String(memberId))}`;
}

/** Undefined if the signature is invalid. */
export function formOwnerId(token: string): number | undefined {
  const [memberId = "", signature = ""] = token.split(".");
  return isSigned("form-owner", memberId, signature) ? Number(memberId) : undefined;
}

export const isFormOwnerToken = (token: string): boolean => formOwnerId(token) !== undefined;

/** Whether a session with this secret exists or existed; ended sessions count until their record is deleted. */
export async function isKnownSession(secret: string): Promise<boolean> {
  return (await SessionModel.exists({ _id: hashToken(secret) })) !== null;
}

const deferredFormKey = (secret: string) => deriveKey(Buffer.from(secret, "base64url"), "held-post");
const deferredFormContext = (id: string) => `heldPosts|${id}|1`;

/** Stores a text. Each kind has its own limits. @returns the secret that decrypts it, or null if a limit is reached */
export async function storeDeferred(
  kind: "post" | "prayer",
  text: string,
  client: TextClient,
  { bytes, waiting, ofSubnet, anHour, seconds }: DeferredLimits,
): Promise<string | null> {
  const at = now();
  if (Buffer.byteLength(text) > bytes) return null;
  if (!(await tryConsume(`held-${kind}|${client.network}`, anHour, HOUR))) return null;
  const ofKind = kind === "prayer" ? { kind } : { kind: { $exists: false } };
  const network = sign("held-text-network", client.subnet).slice(0, 16);
  const stored = await DeferredFormModel.find({ ...ofKind, expiresAt: { $gt: at } })
    .select({ network: 1, expiresAt: 1 })
    .lean();
  if (stored.filter((other) => other.network === network).length >= ofSubnet) return null;
  if (stored.length >= waiting) await DeferredFormModel.deleteOne({ _id: evictionCandidate(stored) });
  const secret = randomToken();
  const id = hashToken(secret);
  await DeferredFormModel.create({
    _id: id,
    ...(kind === "prayer" && { kind }),
    network,
    sealed: seal(deferredFormKey(secret), text, deferredFormContext(id)),
    expiresAt: new Date(at.getTime() + seconds * 1000),
  });
  return secret;
}

/** Decrypts a text. The record stays until `dropDeferredForm`. */
export async function readDeferred(kind: "post" | "prayer", secret: string): Promise<string | null> {
  const id = hashToken(secret);
  const record = await DeferredFormModel.findOne({ _id: id, expiresAt: { $gt: now() } }).lean();
  if (!record || (record.kind ?? "post") !== kind) return null;
  return open(deferredFormKey(secret), storedBytes(record.sealed), deferredFormContext(id)).toString();
}

/** @returns the secret that decrypts the form, or null if a limit is reached */
export const storeDeferredForm = (
  post: DeferredForm,
  owner: string,
  client: TextClient,
): Promise<string | null> => storeDeferred("post", JSON.stringify({ ...post, owner }), client, FORM_LIMITS);

/** The deferred form if it belongs to this member. The record stays until `dropDeferredForm`. */
export async function readDeferredForm(secret: string, memberId: number): Promise<DeferredForm | null> {
  const text = await readDeferred("post", secret);
  if (text === null) return null;
  const { owner, ...post } = JSON.parse(text) as DeferredForm & { owner: string };
  return formOwnerId(owner) === memberId ? post : null;
}

/** When the form was stored; null if the form no longer exists. */
export async function deferredFormTime(secret: string): Promise<Date | null> {
  const record = await DeferredFormModel.findOne({ _id: hashToken(secret) })
    .select({ expiresAt: 1 })
    .lean();
  return record && new Date(record.expiresAt.getTime() - DEFERRED_FORM_SECONDS * 1000);
}

export async function dropDeferredForm(secret: string): Promise<void> {
  await DeferredFormModel.deleteOne({ _id: hashToken(secret) });
}

/** `keep` (any JSON) is stored and returned to later callers instead of a new run; without it, the next call runs again. */
type IdempotentRun<R, K> = () => Promise<{ result: R; keep?: K }>;
type IdempotentOutcome<R, K> = { result: R } | { kept: K };
type Pause = (ms: number) => Promise<unknown>;

const OUTCOME_TTL_MS = DAY;
/** A run that takes longer is presumed dead (its process was killed), and the next caller replaces it. */
const RUN_TIMEOUT_MS = 30 * SECOND;
/** Polling for the end of another process's run: the interval doubles from MIN to MAX. */
const MIN_POLL_MS = 100;
const MAX_POLL_MS = SECOND;

const running = new Map<string, Promise<unknown>>();

/**
 * Idempotent execution: runs once per `secret` and `content`. Concurrent calls in this process share the result; calls in other
 * processes and later calls get the stored outcome, encrypted with a key derived from `secret` and `content`.
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
  for (let ms = MIN_POLL_MS; ; ms = Math.min(2 * ms, MAX_POLL_MS)) {
    const earlier = await claimRun(key);
    if (earlier?.answer) return { kept: openOutcome<K>(name, key, earlier.answer) };
    if (!earlier) return execute(name, key, run);
    const lostAt = new Date(earlier.expiresAt.getTime() - OUTCOME_TTL_MS + RUN_TIMEOUT_MS);
    if (hasPassed(lostAt, now(), RUN_TIMEOUT_MS)) {
      await SubmissionModel.deleteOne({ _id: key, state: "running", expiresAt: earlier.expiresAt });
    } else {
      await pause(ms);
    }
  }
}

const outcomeKey = (name: string) => deriveKey(Buffer.from(name), "submission-answer");
const outcomeContext = (key: string) => `submissions|${key}|1`;

function openOutcome<K>(name: string, key: string, stored: unknown): K {
  return JSON.parse(open(outcomeKey(name), storedBytes(stored), outcomeContext(key)).toString()) as K;
}

async function claimRun(key: string): Promise<SubmissionRecord | null> {
  const expiresAt = new Date(now().getTime() + OUTCOME_TTL_MS);
  if (await createIfMissing(SubmissionModel, { _id: key, state: "running", expiresAt })) return null;
  // The other run may have failed and deleted its record since the insert; then this caller tries to claim the run again.
  return (await SubmissionModel.findById(key).lean()) ?? claimRun(key);
}

async function execute<R, K>(name: string, key: string, run: IdempotentRun<R, K>): Promise<{ result: R }> {
  try {
    const { result, keep } = await run();
    if (keep === undefined) await SubmissionModel.deleteOne({ _id: key });
    else
      await SubmissionModel.updateOne(
        { _id: key },
        {
          $set: { state: "done", answer: seal(outcomeKey(name), JSON.stringify(keep), outcomeContext(key)) },
        },
      );
    return { result };
  } catch (error) {
    await SubmissionModel.deleteOne({ _id: key }).catch(() => undefined);
    throw error;
  }
}
