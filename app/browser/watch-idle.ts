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
  const answer = await fetch(paths.apiLock(), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(call),
    signal: AbortSignal.timeout(LOCK_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`The lock answered ${answer.status}.`);
  return (await answer.json()) as LockReply;
}

/** Undefined outside a secure context. The worker deletes its private key when the page locks. */
function tellWorker(message: ToWorker): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  workers?.controller?.postMessage(message);
}

type Watched = { lockAfter: number; owner: string; setCovered: (isCovered: boolean) => void };
/** `open` reports a successful unlock. */
export type IdleWatch = { open: () => void; stop: () => void };

/**
 * Covers the page after `lockAfter` minutes without use. The server counts all open pages of the session together:
 * use is reported to it, and it is asked before the page is covered.
 */
export function watchIdle({ lockAfter, owner, setCovered }: Watched): IdleWatch {
  const afterMs = lockAfter * MINUTE;
  let usedAt = Date.now();
  let toldAt = usedAt;
  let isCovered = false;
  let isAsking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const cover = (covered: boolean) => {
    isCovered = covered;
    tellWorker(covered ? { type: "locked" } : { type: "opened", owner });
    setCovered(covered);
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(look, Math.max(250, usedAt + afterMs - Date.now()));
  };
  const isOpen = (leftMs: number) => {
    usedAt = Date.now() - afterMs + Math.min(leftMs, afterMs);
    if (isCovered) cover(false);
    wait();
  };
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    const answer = await requestLockState({ intent: "ask", owner }).catch(() => null);
    isAsking = false;
    if (answer?.state === "other") window.location.reload();
    else if (answer?.state === "open") isOpen(answer.leftMs ?? afterMs);
    // Without a connection the local count decides.
    else if (!isCovered) cover(true);
  };
  function look() {
    const late = Date.now() - usedAt - afterMs;
    if (isCovered || late < 0) return isCovered ? undefined : wait();
    if (late > SLEEP_TOLERANCE_MS) cover(true);
    void ask();
  }
  const used = () => {
    const at = Date.now();
    if (isCovered) return;
    if (at - usedAt >= afterMs) return look();
    usedAt = at;
    if (at - toldAt < reportIntervalMs(lockAfter)) return;
    toldAt = at;
    tellWorker({ type: "used" });
    void requestLockState({ intent: "stay" }).catch(() => undefined);
  };
  /** Another page may have used or unlocked the session. */
  const back = () => {
    if (document.visibilityState === "hidden") return;
    if (isCovered) void ask();
    else look();
  };
  const passive = { capture: true, passive: true };
  for (const use of ACTIVITY_EVENTS) document.addEventListener(use, used, passive);
  document.addEventListener("visibilitychange", back);
  window.addEventListener("focus", back);
  window.addEventListener("pageshow", back);
  wait();
  return {
    open: () => isOpen(afterMs),
    stop() {
      clearTimeout(timer);
      for (const use of ACTIVITY_EVENTS) document.removeEventListener(use, used, passive);
      document.removeEventListener("visibilitychange", back);
      window.removeEventListener("focus", back);
      window.removeEventListener("pageshow", back);
    },
  };
}
