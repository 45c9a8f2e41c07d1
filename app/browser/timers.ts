import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/**
 * Reads the page again and again, for what is being made meanwhile. It goes by an interval and not by the end of each
 * reading: on a slow device that may pass without a render.
 * @param everyMs one that is still under way is not cut short by the next
 */
export function usePolling(everyMs: number, times = Number.POSITIVE_INFINITY): void {
  const { revalidate, state } = useRevalidator();
  const isIdle = useRef(true);
  isIdle.current = state === "idle";
  useEffect(() => {
    let looks = 0;
    const timer = setInterval(() => {
      if (!isIdle.current) return;
      if (++looks >= times) clearInterval(timer);
      revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [revalidate, everyMs, times]);
}

/** Seconds that are left of `seconds`, counting down once script runs; `key` starts it again. */
export function useCountdown(seconds: number, key: unknown): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    if (seconds <= 0) return;
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(remaining);
      if (remaining === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [seconds, key]);
  return left;
}
