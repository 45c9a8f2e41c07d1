import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

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
