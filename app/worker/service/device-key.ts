import { MINUTE } from "~/domain/calendar/durations";
import type { DeviceKeyResponse } from "~/domain/member/device-key";
import * as paths from "~/paths";
import { importPrivateKey, importPublicKey } from "~/worker/encrypted-box";
import { registerSync } from "./scope";
import { clear, encryptUnsent, getAll, put, replace } from "./store";

/** Remembers a logout or quick exit that did not reach the server, to be sent before anything else. */
export async function deferEnd(end: { isLogout: boolean }): Promise<void> {
  const [pending] = await getAll("pendingEnd");
  await put("pendingEnd", { key: "session", isLogout: end.isLogout || pending?.isLogout === true });
  await registerSync("unsent");
}

export const readPendingEnd = async () => (await getAll("pendingEnd"))[0];

/** Ends or locks the session on the server where that is pending. @throws where the server is not reached */
export async function sendPendingEnd(): Promise<void> {
  const pending = await readPendingEnd();
  if (!pending) return;
  const response = pending.isLogout
    ? await fetch(paths.apiAuthLogout(), { method: "POST" })
    : await fetch(paths.leave(), { method: "POST", body: new URLSearchParams(), redirect: "manual" });
  if (response.ok || response.type === "opaqueredirect") await clear("pendingEnd");
}

/**
 * The key pair of the person who is signed in. The public key stays and encrypts what is written, locked or not; the private
 * key is here only while the journal is unlocked. It is stored, because a browser may stop the worker at any time, and
 * cannot be exported.
 */
export type UnlockedKey = { owner: string; privateKey: CryptoKey };

let locks = 0;

/** Deletes the private key: nothing that waits can be read until the server hands it out again. */
export async function lockDevice(): Promise<void> {
  locks++;
  await clear("privateKey");
}

/** The private key while the journal is unlocked on this device. Deletes it when the time without use is over. */
export async function readUnlockedKey(): Promise<UnlockedKey | undefined> {
  const [held] = await getAll("privateKey");
  if (!held) return undefined;
  if (held.lockAfter !== null) {
    const [use] = await getAll("lastUse");
    const idleMs = Date.now() - (use?.at ?? 0);
    // A clock that was set back gives no more time.
    if (idleMs >= held.lockAfter * MINUTE || idleMs < -MINUTE) {
      await lockDevice();
      return undefined;
    }
  }
  return held;
}

/** Records that the unlocked journal is used. */
export async function recordUse(): Promise<void> {
  if (await readUnlockedKey()) await put("lastUse", { key: "use", at: Date.now() });
}

export async function findPublicKey(owner: string): Promise<CryptoKey | undefined> {
  return (await getAll("publicKeys")).find(({ key }) => key === owner)?.publicKey;
}

/** Fetches the key from the server. A locked or ended session gets none, and locks this device. */
export async function fetchDeviceKey(): Promise<void> {
  await sendPendingEnd();
  const before = locks;
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
  // Locked while the response was under way.
  if (locks === before) await put("privateKey", { key: "private", owner, lockAfter, privateKey });
}

/** The private key of this owner, from here or from the server. */
export async function requireUnlockedKey(owner: string): Promise<UnlockedKey | undefined> {
  const held = await readUnlockedKey();
  if (held?.owner === owner) return held;
  await fetchDeviceKey();
  const fetched = await readUnlockedKey();
  return fetched?.owner === owner ? fetched : undefined;
}

/** Encrypts what the worker of an earlier version stored unencrypted. */
async function encryptStored(owner: string, publicKey: CryptoKey): Promise<void> {
  for (const stored of await getAll("unsent"))
    if ("fields" in stored && stored.owner === owner)
      await replace("unsent", await encryptUnsent(stored, publicKey));
}
