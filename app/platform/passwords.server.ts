import { createHash, createHmac } from "node:crypto";
import { availableParallelism } from "node:os";
import path from "node:path";
import { Piscina } from "piscina";
import { HashQueue, type HashPriority } from "./concurrency.server";
import { env } from "./env.server";
import { secrets } from "./secrets.server";

/**
 * Password hashing: `v1$<pepper id>` and then bcrypt's own `$2b$…` of base64(HMAC-SHA-384(pepper, password)). The HMAC makes every byte of a
 * long password count (bcrypt reads 72) and the pepper makes a stolen database useless for guessing.
 * Passwords are never cut, trimmed or folded. New ones are hashed as NFC, because keyboards differ in how they compose
 * letters (NIST SP 800-63B).
 */
const pepperId = createHash("sha256").update(secrets.pepper).digest("hex").slice(0, 8);

/** What is last in a longer queue is answered "busy" at once instead of waiting. */
const MAX_QUEUE = 64;

export class PasswordsBusyError extends Error {
  override name = "PasswordsBusyError";
}

const THREADS = Math.max(1, availableParallelism() - 1);

const shared = globalThis as typeof globalThis & { passwordPool?: Piscina };

function pool(): Piscina {
  shared.passwordPool ??= new Piscina({
    filename: path.resolve(".prepare/workers/password-worker.js"),
    minThreads: 0,
    maxThreads: THREADS,
    // A thread holds some twelve megabytes; a new one is there in a third of the time that a hash takes.
    idleTimeout: 15_000,
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
  });
  return shared.passwordPool;
}

let atWork = 0;
/** Callbacks of queued password checks, called with whether the check may start. */
const waiting = new HashQueue<(mayGo: boolean) => void>(MAX_QUEUE);
let mayWait = true;
/** Tells each of those whose hash is being made not to wait for it. */
const underWay = new Set<() => void>();
let mayBegin = true;

/** Who says nothing of itself is a member or the server: after those who sign in, before new accounts. */
const USUAL: HashPriority = { rank: "member", network: "" };

async function run<T>(job: Record<string, unknown>, turn: HashPriority = USUAL): Promise<T> {
  if (!mayBegin) throw new PasswordsBusyError();
  if (atWork >= THREADS) {
    if (!mayWait) throw new PasswordsBusyError();
    // The job that ends hands the thread on.
    const mayGo = await new Promise<boolean>((resolve) => waiting.add(resolve, turn)?.(false));
    if (!mayGo) throw new PasswordsBusyError();
  } else atWork += 1;
  try {
    return (await inThread(job)) as T;
  } finally {
    const next = waiting.next();
    if (next) next(true);
    else atWork -= 1;
  }
}

function inThread(job: Record<string, unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new PasswordsBusyError());
    underWay.add(giveUp);
    pool()
      .run(job)
      .then(resolve, reject)
      .finally(() => underWay.delete(giveUp));
  });
}

/** Anyone still waiting for a thread is told to try again instead of being cut off; jobs under way finish. */
export function rejectQueuedPasswordJobs(): void {
  mayWait = false;
  for (let refuse = waiting.next(); refuse; refuse = waiting.next()) refuse(false);
}

/** Jobs under way are told so too, and none begins: there is no time left for a hash. */
export function abortPasswordJobs(): void {
  mayBegin = false;
  rejectQueuedPasswordJobs();
  for (const giveUp of underWay) giveUp();
}

const prehash = (password: string) =>
  createHmac("sha384", secrets.pepper).update(password, "utf8").digest("base64");

/** @throws PasswordsBusyError when too many sign-ins wait already. */
export async function hashPassword(password: string, turn = USUAL): Promise<string> {
  const text = prehash(password.normalize("NFC"));
  const hash = await run<string>({ task: "hash", text, cost: env.BCRYPT_COST }, turn);
  return `v1$${pepperId}${hash}`; // the hash begins with its own "$"
}

/** The numbers of scrypt: those that are kept with what was made by them, so that they can grow. */
export type StretchingCost = { N: number; r: number; p: number };

/** Half a second and 64 MB at the usual BCRYPT_COST, in the same threads and the same queue as sign-ins. */
export function stretchingCost(): StretchingCost {
  return { N: 2 ** Math.min(env.BCRYPT_COST + 4, 17), r: 8, p: 2 };
}

/** A key made of a password. @throws PasswordsBusyError when too many wait already. */
export async function stretchPassword(
  password: string,
  { salt, N, r, p }: StretchingCost & { salt: Uint8Array },
): Promise<Buffer> {
  return Buffer.from(await run<Uint8Array>({ task: "stretch", text: password, salt, N, r, p }));
}

let decoy: Promise<string> | undefined;

/** The most hashes that one attempt may cost. */
export const MAX_PASSWORD_FORMS = 3;

/** The forms in which the password may have been hashed: as typed, NFC and NFD. Equal forms are listed once. */
export function passwordForms(password: string): string[] {
  return [...new Set([password, password.normalize("NFC"), password.normalize("NFD")])];
}

/**
 * The form of the password that belongs to the stored hash, null for a wrong password. With no stored hash (unknown
 * account, or one without a password) the same work is done against a decoy, so that time tells nothing.
 */
export async function matchPassword(
  password: string,
  stored: string | undefined,
  turn = USUAL,
): Promise<string | null> {
  for (const form of passwordForms(password)) if (await verifyPassword(form, stored, turn)) return form;
  return null;
}

/** Whether the password, in exactly this form, belongs to the stored hash: one hash. */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  turn = USUAL,
): Promise<boolean> {
  decoy ??= hashPassword("a decoy that nobody can sign in with");
  const [, , hash] = splitStored(stored || (await decoy));
  const equal = await run<boolean>({ task: "compare", text: prehash(password), hash }, turn);
  return equal && Boolean(stored);
}

/** Whether a stored hash was made with an older cost or pepper and should be made again at the next sign-in. */
export function needsRehash(stored: string): boolean {
  const [version, pepper, hash] = splitStored(stored);
  return version !== "v1" || pepper !== pepperId || Number(hash.split("$")[2]) !== env.BCRYPT_COST;
}

function splitStored(stored: string): [version: string, pepper: string, hash: string] {
  const [version = "", pepper = "", ...rest] = stored.split("$");
  return [version, pepper, `$${rest.join("$")}`];
}

/** Ends the worker threads (tests, commands). */
export async function closePasswordPool(): Promise<void> {
  mayWait = true;
  mayBegin = true;
  await shared.passwordPool?.destroy();
  delete shared.passwordPool;
}
