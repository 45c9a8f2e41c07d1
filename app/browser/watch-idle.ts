import { MINUTE } from "~/domain/calendar/durations";
import { reportIntervalMs } from "~/domain/identity/session-policy";
import * as paths from "~/paths";
import type { ToWorker } from "~/worker/messages";

/** What the server says of the session of a page. */
export type LockReply = { state: "open"; leftMs?: number } | { state: "locked" | "over" | "other" };

/** A signal of the browser that someone is there. */
const ACTIVITY_EVENTS = ["pointerdown", "keydown", "input", "wheel", "scroll", "touchmove"] as const;
/** The page may have slept: then it is covered before the server is asked. */
const SLEEP_TOLERANCE_MS = 5_000;
const LOCK_TIMEOUT_MS = 3_000;

/** Calls the lock's door. @throws where the server is not reached or does not answer so */
export async function requestLockState(call: object): Promise<LockReply> {
  const answer = await fetch(paths.apiLock(), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(call),
    signal: AbortSignal.timeout(LOCK_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`The lock answered ${answer.status}.`);
  return (await answer.json()) as LockReply;
}

/** The service worker, which browsers have in a secure context only, locks what waits on this device. */
function tellWorker(message: ToWorker): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  workers?.controller?.postMessage(message);
}

type Watched = { lockAfter: number; owner: string; setCovered: (isCovered: boolean) => void };
/** `open`: the password was right. */
export type IdleWatch = { open: () => void; stop: () => void };

/**
 * Covers the page when it has not been used for so long. The server counts too, all open pages together: a page that is
 * not used beside one that is stays open, and using a page is told to the server.
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
    // Where the server is not reached, it counts by itself.
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
  /** Another page may have been used, or have opened the session again. */
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
