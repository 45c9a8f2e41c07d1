import { MINUTE } from "~/domain/calendar/durations";
import { reportIntervalMs } from "~/domain/identity/session-policy";
import * as paths from "~/paths";
import type { ToWorker } from "~/worker/messages";

/** State of the page's session. `other`: another account is signed in; `leftMs` is the time until the lock. */
export type LockReply = { state: "open"; leftMs?: number } | { state: "locked" | "over" | "other" };

/** Events that count as use. */
const ACTIVITY_EVENTS = ["pointerdown", "keydown", "input", "wheel", "scroll", "touchmove"] as const;
/** A timer later than this means that the device slept: cover the page before asking the server. */
const SLEEP_TOLERANCE_MS = 5_000;
const LOCK_TIMEOUT_MS = 3_000;

/** @throws if the server is unreachable or does not respond with 2xx */
async function requestLockState(call: object): Promise<LockReply> {
  const response = await fetch(paths.apiLock(), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(call),
    signal: AbortSignal.timeout(LOCK_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The lock answered ${response.status}.`);
  return (await response.json()) as LockReply;
}

/** Undefined outside a secure context. The worker deletes its private key when the page locks. */
function postToWorker(message: ToWorker): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  workers?.controller?.postMessage(message);
}

type WatchOptions = { lockAfter: number; owner: string; setCovered: (isCovered: boolean) => void };
/** `open` reports a successful unlock. */
export type IdleWatch = { open: () => void; stop: () => void };

/**
 * Covers the page after `lockAfter` minutes without use. The server counts all open pages of the session together:
 * use is reported to it, and it is asked before the page is covered.
 */
export function watchIdle({ lockAfter, owner, setCovered }: WatchOptions): IdleWatch {
  const afterMs = lockAfter * MINUTE;
  let usedAt = Date.now();
  let reportedAt = usedAt;
  let isCovered = false;
  let isChecking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const cover = (covered: boolean) => {
    isCovered = covered;
    postToWorker(covered ? { type: "locked" } : { type: "opened", owner });
    setCovered(covered);
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(checkIdle, Math.max(250, usedAt + afterMs - Date.now()));
  };
  const unlock = (leftMs: number) => {
    usedAt = Date.now() - afterMs + Math.min(leftMs, afterMs);
    if (isCovered) cover(false);
    schedule();
  };
  const checkServer = async () => {
    if (isChecking) return;
    isChecking = true;
    const response = await requestLockState({ intent: "ask", owner }).catch(() => null);
    isChecking = false;
    if (response?.state === "other") window.location.reload();
    else if (response?.state === "open") unlock(response.leftMs ?? afterMs);
    // A locked or ended session is covered; without a connection the local idle time decides.
    else if (!isCovered) cover(true);
  };
  function checkIdle() {
    const lateMs = Date.now() - usedAt - afterMs;
    if (isCovered || lateMs < 0) return isCovered ? undefined : schedule();
    if (lateMs > SLEEP_TOLERANCE_MS) cover(true);
    void checkServer();
  }
  const onUse = () => {
    const at = Date.now();
    if (isCovered) return;
    if (at - usedAt >= afterMs) return checkIdle();
    usedAt = at;
    if (at - reportedAt < reportIntervalMs(lockAfter)) return;
    reportedAt = at;
    postToWorker({ type: "used" });
    void requestLockState({ intent: "stay" }).catch(() => undefined);
  };
  /** Another page may have used or unlocked the session. */
  const onReturn = () => {
    if (document.visibilityState === "hidden") return;
    if (isCovered) void checkServer();
    else checkIdle();
  };
  const passive = { capture: true, passive: true };
  for (const event of ACTIVITY_EVENTS) document.addEventListener(event, onUse, passive);
  document.addEventListener("visibilitychange", onReturn);
  window.addEventListener("focus", onReturn);
  window.addEventListener("pageshow", onReturn);
  schedule();
  return {
    open: () => unlock(afterMs),
    stop() {
      clearTimeout(timer);
      for (const event of ACTIVITY_EVENTS) document.removeEventListener(event, onUse, passive);
      document.removeEventListener("visibilitychange", onReturn);
      window.removeEventListener("focus", onReturn);
      window.removeEventListener("pageshow", onReturn);
    },
  };
}
