import { duplicateKeyFields } from "#models/db/failures.server";
import { storedBytes } from "#models/db/queries.server";
import { DeferredFormModel } from "#models/deferred-form.server";
import { SessionModel } from "#models/session.server";
import { SubmissionModel, type SubmissionRecord } from "#models/submission.server";
import { DAY, hasPassed, SECOND } from "~/domain/calendar/durations";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import { now, wait } from "~/platform/clock";
import { deriveKey, open, seal } from "~/platform/encryption.server";
import { hashToken, isSigned, randomToken, sign } from "~/platform/signing.server";

type Stored = { _id: string; network?: string; expiresAt: Date };

/** The oldest record of the network that stores most: one network that fills the store takes no space from the others. */
function evictionCandidate(stored: readonly Stored[]): string | undefined {
  const counts = new Map<string | undefined, number>();
  for (const { network } of stored) counts.set(network, (counts.get(network) ?? 0) + 1);
  const fullest = Math.max(...counts.values());
  let oldest: Stored | undefined;
  for (const record of stored)
    if (counts.get(record.network) === fullest && (!oldest || record.expiresAt < oldest.expiresAt))
      oldest = record;
  return oldest?._id;
}

/**
 * What was typed into a form whose session had ended, kept until the same person has signed in again. The database holds
 * it sealed; the key is in the browser's cookie alone.
 */
export type DeferredForm = {
  action: string;
  fields: [name: string, value: string][];
  /** The form's submission id: it may have been sent before, and the answer lost. */
  submission?: string;
};

export const DEFERRED_FORM_SECONDS = 60 * 60;

/** The sender of a stored text: `network` has an hourly limit, the wider `subnet` a limit of stored texts. */
export type TextClient = { network: string; subnet: string };
/** Limits per text, in all, per subnet and per network and hour: together they cap the store at fifty megabytes. */
type DeferredLimits = { bytes: number; waiting: number; ofSubnet: number; anHour: number; seconds: number };
const FORM_LIMITS: DeferredLimits = {
  bytes: 256 * 1024,
  waiting: 200,
  ofSubnet: 60,
  anHour: 20,
  seconds: DEFERRED_FORM_SECONDS,
};
const HOUR_MS = 60 * 60 * 1000;

/** Marks a form as its person's, so that the text is not shown to someone else who signs in at this browser. */
export function formOwnerToken(memberId: number): string {
  return `${memberId}.${sign("form-owner", String(memberId))}`;
}

/** The member whose form bears this mark, undefined unless we made the mark. */
export function formOwnerId(mark: string): number | undefined {
  const [memberId = "", signature = ""] = mark.split(".");
  return isSigned("form-owner", memberId, signature) ? Number(memberId) : undefined;
}

/** Whether we made this mark, for anyone. */
export const isFormOwnerToken = (mark: string): boolean => formOwnerId(mark) !== undefined;

/** Whether this is or was one of our sessions, as long as its record is kept. */
export async function isKnownSession(secret: string): Promise<boolean> {
  return (await SessionModel.exists({ _id: hashToken(secret) })) !== null;
}

const deferredFormKey = (secret: string) => deriveKey(Buffer.from(secret, "base64url"), "held-post");
const deferredFormContext = (id: string) => `heldPosts|${id}|1`;

/** Keeps a text of a kind that is counted by itself. @returns the secret that opens it, or null when there is no room */
export async function storeDeferred(
  kind: "post" | "prayer",
  text: string,
  client: TextClient,
  { bytes, waiting, ofSubnet, anHour, seconds }: DeferredLimits,
): Promise<string | null> {
  const at = now();
  if (Buffer.byteLength(text) > bytes) return null;
  if (!(await tryConsume(`held-${kind}|${client.network}`, anHour, HOUR_MS))) return null;
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

/** The text that this secret opens; it stays until `dropDeferredForm`. */
export async function readDeferred(kind: "post" | "prayer", secret: string): Promise<string | null> {
  const id = hashToken(secret);
  const record = await DeferredFormModel.findOne({ _id: id, expiresAt: { $gt: now() } }).lean();
  if (!record || (record.kind ?? "post") !== kind) return null;
  return open(deferredFormKey(secret), storedBytes(record.sealed), deferredFormContext(id)).toString();
}

/** Keeps a post. @returns the secret that opens it, or null when there is no room */
export const storeDeferredForm = (
  post: DeferredForm,
  owner: string,
  client: TextClient,
): Promise<string | null> => storeDeferred("post", JSON.stringify({ ...post, owner }), client, FORM_LIMITS);

/** The post that this secret opens, if it is this member's; it stays until `dropPost`. */
export async function readDeferredForm(secret: string, memberId: number): Promise<DeferredForm | null> {
  const text = await readDeferred("post", secret);
  if (text === null) return null;
  const { owner, ...post } = JSON.parse(text) as DeferredForm & { owner: string };
  return formOwnerId(owner) === memberId ? post : null;
}

/** When what this secret opens was kept; null for what is no longer there. */
export async function deferredFormTime(secret: string): Promise<Date | null> {
  const record = await DeferredFormModel.findOne({ _id: hashToken(secret) })
    .select({ expiresAt: 1 })
    .lean();
  return record && new Date(record.expiresAt.getTime() - DEFERRED_FORM_SECONDS * 1000);
}

export async function dropDeferredForm(secret: string): Promise<void> {
  await DeferredFormModel.deleteOne({ _id: hashToken(secret) });
}

/** What a run gives: its result, and what later callers get instead of a run. Without `keep` they run again. */
export type IdempotentRun<R, K> = () => Promise<{ result: R; keep?: K }>;
export type IdempotentOutcome<R, K> = { result: R } | { kept: K };
/** The delay between polls. */
type Pause = (ms: number) => Promise<unknown>;

const OUTCOME_TTL_MS = DAY;
/** After this a run counts as lost (its process was killed) and the next try takes its place. */
const RUN_TIMEOUT_MS = 30 * SECOND;
/** First pause before asking the database again whether another process's run is over. */
const MIN_POLL_MS = 100;
const MAX_POLL_MS = SECOND;

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

function sealOutcome(name: string, key: string, kept: unknown): Buffer {
  return seal(outcomeKey(name), JSON.stringify(kept), outcomeContext(key));
}

function openOutcome<K>(name: string, key: string, stored: unknown): K {
  return JSON.parse(open(outcomeKey(name), storedBytes(stored), outcomeContext(key)).toString()) as K;
}

async function claimRun(key: string): Promise<SubmissionRecord | null> {
  try {
    await SubmissionModel.create({
      _id: key,
      state: "running",
      expiresAt: new Date(now().getTime() + OUTCOME_TTL_MS),
    });
    return null;
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    // Gone in between: the first run was refused, so this one may try.
    return (await SubmissionModel.findById(key).lean()) ?? claimRun(key);
  }
}

async function execute<R, K>(name: string, key: string, run: IdempotentRun<R, K>): Promise<{ result: R }> {
  try {
    const { result, keep } = await run();
    if (keep === undefined) await SubmissionModel.deleteOne({ _id: key });
    else
      await SubmissionModel.updateOne(
        { _id: key },
        { $set: { state: "done", answer: sealOutcome(name, key, keep) } },
      );
    return { result };
  } catch (error) {
    await SubmissionModel.deleteOne({ _id: key }).catch(() => undefined);
    throw error;
  }
}
