import { MINUTE } from "~/domain/calendar/durations";
import type { DeviceKeyResponse } from "~/domain/journal/offline-page";
import * as paths from "~/paths";
import { importPrivateKey, importPublicKey } from "~/worker/encrypted-box";
import { registerSync } from "./scope";
import { clear, encryptUnsent, getAll, put, replace } from "./store";

/**
 * Stores a logout or quick exit that did not reach the server; it is sent before any other request. A pending logout
 * is not weakened to a lock.
 */
export async function deferEnd(end: { isLogout: boolean }): Promise<void> {
  const [pending] = await getAll("pendingEnd");
  await put("pendingEnd", { key: "session", isLogout: end.isLogout || pending?.isLogout === true });
  await registerSync("unsent");
}

export const readPendingEnd = async () => (await getAll("pendingEnd"))[0];

/** Sends a pending logout or lock. @throws if the server is unreachable */
export async function sendPendingEnd(): Promise<void> {
  const pending = await readPendingEnd();
  if (!pending) return;
  const response = pending.isLogout
    ? await fetch(paths.apiAuthLogout(), { method: "POST" })
    : await fetch(paths.leave(), { method: "POST", body: new URLSearchParams(), redirect: "manual" });
  if (response.ok || response.type === "opaqueredirect") await clear("pendingEnd");
}

/**
 * Private key of the signed-in member's key pair, while the journal is unlocked. The public key stays stored and
 * encrypts new text even when locked. The private key is stored, because browsers may stop the worker at any time,
 * but is not extractable.
 */
type UnlockedKey = { owner: string; privateKey: CryptoKey };

let lockCount = 0;

/** Deletes the private key, so that queued forms cannot be decrypted until the server sends it again. */
export async function lockDevice(): Promise<void> {
  lockCount++;
  await clear("privateKey");
}

/** Returns the private key while the journal is unlocked; deletes it once the idle time is exceeded. */
export async function readUnlockedKey(): Promise<UnlockedKey | undefined> {
  const [stored] = await getAll("privateKey");
  if (!stored) return undefined;
  if (stored.lockAfter !== null) {
    const [use] = await getAll("lastUse");
    const idleMs = Date.now() - (use?.at ?? 0);
    // A clock that was set back must not extend the time.
    if (idleMs >= stored.lockAfter * MINUTE || idleMs < -MINUTE) {
      await lockDevice();
      return undefined;
    }
  }
  return stored;
}

export async function recordUse(): Promise<void> {
  if (await readUnlockedKey()) await put("lastUse", { key: "use", at: Date.now() });
}

export async function findPublicKey(owner: string): Promise<CryptoKey | undefined> {
  return (await getAll("publicKeys")).find(({ key }) => key === owner)?.publicKey;
}

/** Fetches the key pair from the server. A locked or ended session receives none and locks this device. */
export async function fetchDeviceKey(): Promise<void> {
  await sendPendingEnd();
  const countBefore = lockCount;
  const response = await fetch(paths.offlineKey(), {
    headers: { Accept: "application/json" },
    redirect: "manual",
  });
  if (!response.ok) {
    if (response.type === "opaqueredirect" || response.status === 401) await lockDevice();
    return;
  }
  const { owner, lockAfter, key } = (await response.json()) as DeviceKeyResponse;
  const [publicKey, privateKey] = await Promise.all([importPublicKey(key), importPrivateKey(key)]);
  await put("publicKeys", { key: owner, publicKey });
  await encryptStored(owner, publicKey);
  await put("lastUse", { key: "use", at: Date.now() });
  // The device may have been locked during the request.
  if (lockCount === countBefore) await put("privateKey", { key: "private", owner, lockAfter, privateKey });
}

/** Returns the private key of this owner, stored or fetched; undefined while the journal is locked. */
export async function requireUnlockedKey(owner: string): Promise<UnlockedKey | undefined> {
  const stored = await readUnlockedKey();
  if (stored?.owner === owner) return stored;
  await fetchDeviceKey();
  const fetched = await readUnlockedKey();
  return fetched?.owner === owner ? fetched : undefined;
}

/** Encrypts forms that an earlier version of the worker stored unencrypted. */
async function encryptStored(owner: string, publicKey: CryptoKey): Promise<void> {
  for (const stored of await getAll("unsent"))
    if ("fields" in stored && stored.owner === owner)
      await replace("unsent", await encryptUnsent(stored, publicKey));
}
