import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useRevalidate } from "./use-revalidate";

/**
 * Revalidates the page at an interval, for work in progress. A fixed interval rather than a timer after each load,
 * because a slow device may finish a load without a render.
 */
export function usePolling(everyMs: number, times = Number.POSITIVE_INFINITY): void {
  const { state } = useRevalidator();
  const revalidate = useRevalidate();
  const isIdle = useRef(true);
  isIdle.current = state === "idle";
  useEffect(() => {
    let polls = 0;
    const timer = setInterval(() => {
      if (!isIdle.current) return;
      if (++polls >= times) clearInterval(timer);
      revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [revalidate, everyMs, times]);
}

/** Remaining seconds, counted down with script; a new `key` restarts it. */
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
