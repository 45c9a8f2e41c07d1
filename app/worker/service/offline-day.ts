import * as paths from "~/paths";
import { decryptJson, encryptJson } from "~/worker/encrypted-box";
import type { OfflineDay } from "~/worker/messages";
import { createStaleResponseGuard } from "~/worker/stale-response-guard";
import { findPublicKey, lockDevice, readUnlockedKey, sendPendingEnd } from "./device-key";
import { clearCount, getAll, put, remove, type StoredDay } from "./store";

const TODAY = paths.offlineToday();
const HOUR_MS = 60 * 60 * 1000;

const guardResponse = createStaleResponseGuard();

const storedToday = async (): Promise<StoredDay | undefined> => (await getAll("today"))[0];

/** The cached day. It includes the names of intentions only while their owner's journal is unlocked. */
export async function readableToday(): Promise<OfflineDay | undefined> {
  const stored = await storedToday();
  if (!stored) return undefined;
  const { names, held: _unencrypted, ...day } = stored;
  const key = await readUnlockedKey();
  if (!names || key?.owner !== day.owner) return day;
  const held = await decryptJson(key.privateKey, names).catch(() => []);
  return { ...day, held: held as OfflineDay["held"] };
}

/** Signed-in user, and a CSRF token for their forms. */
export type SignedInUser = { owner: string; token: string };

/**
 * Fetches and stores the data of today; undefined for an anonymous visitor. Stores nothing if the data was cleared,
 * or a later request answered, in the meantime.
 */
export async function refreshDay(): Promise<SignedInUser | undefined> {
  await sendPendingEnd();
  const countBefore = clearCount();
  const isCurrent = guardResponse();
  const response = await fetch(TODAY, { headers: { Accept: "application/json" }, redirect: "manual" });
  const previous = await storedToday();
  if (!response.ok) {
    if (response.type === "opaqueredirect" || response.status === 401) await lockDevice();
    return undefined;
  }
  const {
    token,
    held = [],
    ...today
  } = (await response.json()) as Omit<OfflineDay, "key" | "readAt"> & {
    token: string;
  };
  const publicKey = held.length > 0 ? await findPublicKey(today.owner) : undefined;
  const names = publicKey && (await encryptJson(publicKey, held));
  if (clearCount() !== countBefore) return undefined;
  const user = { owner: today.owner, token };
  if (!isCurrent()) return user;
  // Another user has signed in on this device.
  if (previous && previous.owner !== today.owner) await remove("today", "today");
  await put("today", { ...today, ...(names && { names }), key: "today", readAt: Date.now() });
  return user;
}

/** Removes names that an earlier version of the worker stored unencrypted, and marks the day as stale. */
export async function removeUnencryptedNames(): Promise<void> {
  const stored = await storedToday();
  if (!stored?.held) return;
  const { held: _unencrypted, ...day } = stored;
  await put("today", { ...day, readAt: 0 });
}

/** Whether the stored day is this owner's and less than an hour old. */
export async function isDayFresh(owner: string | undefined): Promise<boolean> {
  const previous = await storedToday();
  return previous !== undefined && previous.owner === owner && Date.now() - previous.readAt < HOUR_MS;
}
