import { createHash, createHmac } from "node:crypto";
import { availableParallelism } from "node:os";
import path from "node:path";
import { Piscina } from "piscina";
import { HashQueue, type HashPriority } from "./concurrency.server";
import { env } from "./env.server";
import { secrets } from "./secrets.server";

/**
 * Password hashing: `v1$<pepper id>`, then bcrypt's `$2b$…` of base64(HMAC-SHA-384(pepper, password)). With the HMAC every
 * byte of a long password matters (bcrypt reads 72), and without the pepper a stolen database does not allow guessing.
 * Passwords are never cut, trimmed or case-folded. New ones are hashed in NFC, because keyboards compose letters
 * differently (NIST SP 800-63B).
 */
const pepperId = createHash("sha256").update(secrets.pepper).digest("hex").slice(0, 8);

/** Beyond this number of queued jobs the last one is rejected at once as busy. */
const MAX_QUEUE = 64;

export class PasswordsBusyError extends Error {
  override name = "PasswordsBusyError";
}

const WORKERS = Math.max(1, availableParallelism() - 1);

const shared = globalThis as typeof globalThis & { passwordPool?: Piscina };

function pool(): Piscina {
  shared.passwordPool ??= new Piscina({
    filename: path.resolve(".prepare/workers/password-worker.js"),
    minThreads: 0,
    maxThreads: WORKERS,
    // An idle worker ends: it holds about twelve megabytes, and a new one starts in a third of the time of a hash.
    idleTimeout: 15_000,
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
  });
  return shared.passwordPool;
}

let runningJobs = 0;
/** Callbacks of queued jobs; the argument says whether the job may start. */
const queue = new HashQueue<(mayStart: boolean) => void>(MAX_QUEUE);
let isQueueOpen = true;
/** Rejects the callers of running jobs. */
const abortRunning = new Set<() => void>();
let acceptsJobs = true;

const DEFAULT_PRIORITY: HashPriority = { rank: "member", network: "" };

async function run<T>(job: Record<string, unknown>, priority: HashPriority = DEFAULT_PRIORITY): Promise<T> {
  if (!acceptsJobs) throw new PasswordsBusyError();
  if (runningJobs >= WORKERS) {
    if (!isQueueOpen) throw new PasswordsBusyError();
    // A finished job hands its worker to the next one without changing `runningJobs`.
    const mayStart = await new Promise<boolean>((resolve) => queue.add(resolve, priority)?.(false));
    if (!mayStart) throw new PasswordsBusyError();
  } else runningJobs += 1;
  try {
    return (await runInWorker(job)) as T;
  } finally {
    const next = queue.next();
    if (next) next(true);
    else runningJobs -= 1;
  }
}

function runInWorker(job: Record<string, unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new PasswordsBusyError());
    abortRunning.add(abort);
    pool()
      .run(job)
      .then(resolve, reject)
      .finally(() => abortRunning.delete(abort));
  });
}

/** Shutdown: rejects queued jobs as busy and closes the queue. Running jobs finish. */
export function rejectQueuedPasswordJobs(): void {
  isQueueOpen = false;
  for (let start = queue.next(); start; start = queue.next()) start(false);
}

/** Shutdown without time for a hash: rejects queued, running and new jobs as busy. */
export function abortPasswordJobs(): void {
  acceptsJobs = false;
  rejectQueuedPasswordJobs();
  for (const abort of abortRunning) abort();
}

const prehash = (password: string) =>
  createHmac("sha384", secrets.pepper).update(password, "utf8").digest("base64");

/** Hashes a new password. @throws PasswordsBusyError if the queue is full */
export async function hashPassword(password: string, priority = DEFAULT_PRIORITY): Promise<string> {
  const text = prehash(password.normalize("NFC"));
  const hash = await run<string>({ task: "hash", text, cost: env.BCRYPT_COST }, priority);
  return `v1$${pepperId}${hash}`; // the hash begins with its own "$"
}

/** Parameters of scrypt, stored with each derived key so that later ones can be costlier. */
export type StretchingCost = { N: number; r: number; p: number };

/** The scrypt parameters for new keys: half a second and 64 MB at the default BCRYPT_COST. */
export function stretchingCost(): StretchingCost {
  return { N: 2 ** Math.min(env.BCRYPT_COST + 4, 17), r: 8, p: 2 };
}

/** Derives a 32-byte key from a password with scrypt. @throws PasswordsBusyError if the queue is full */
export async function stretchPassword(
  password: string,
  { salt, N, r, p }: StretchingCost & { salt: Uint8Array },
): Promise<Buffer> {
  return Buffer.from(await run<Uint8Array>({ task: "stretch", text: password, salt, N, r, p }));
}

let decoy: Promise<string> | undefined;

/** One attempt computes at most this many hashes: of the password as typed, in NFC and in NFD. */
export const MAX_PASSWORD_FORMS = 3;

/** The distinct forms of a password that may have been hashed: as typed, NFC and NFD. */
export function passwordForms(password: string): string[] {
  return [...new Set([password, password.normalize("NFC"), password.normalize("NFD")])];
}

/**
 * Finds the form of a password that matches the stored hash; null for a wrong password. Without a stored hash (unknown
 * account, or no password) it compares with a decoy, so that timing reveals nothing.
 */
export async function matchPassword(
  password: string,
  stored: string | undefined,
  priority = DEFAULT_PRIORITY,
): Promise<string | null> {
  for (const form of passwordForms(password)) if (await verifyPassword(form, stored, priority)) return form;
  return null;
}

/** Whether a password in exactly this form matches the stored hash; costs one hash. */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  priority = DEFAULT_PRIORITY,
): Promise<boolean> {
  decoy ??= hashPassword("a decoy that nobody can sign in with");
  const [, , hash] = splitStored(stored || (await decoy));
  const equal = await run<boolean>({ task: "compare", text: prehash(password), hash }, priority);
  return equal && Boolean(stored);
}

/** Whether a stored hash has an outdated version, pepper or cost, and the next sign-in should replace it. */
export function needsRehash(stored: string): boolean {
  const [version, pepper, hash] = splitStored(stored);
  return version !== "v1" || pepper !== pepperId || Number(hash.split("$")[2]) !== env.BCRYPT_COST;
}

function splitStored(stored: string): [version: string, pepper: string, hash: string] {
  const [version = "", pepper = "", ...rest] = stored.split("$");
  return [version, pepper, `$${rest.join("$")}`];
}

/** Ends the workers: after the last request, in commands and in tests. The next job starts new ones. */
export async function closePasswordPool(): Promise<void> {
  isQueueOpen = true;
  acceptsJobs = true;
  // The result of a job that the closing pool has dropped causes an error event, which would end the process.
  shared.passwordPool?.on("error", () => undefined);
  await shared.passwordPool?.destroy();
  delete shared.passwordPool;
}
