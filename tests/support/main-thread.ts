import { readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Milliseconds that the thread of a process has worked that answers requests: what other threads and other programs do
 * beside it does not count, so a limit holds on a busy machine too. Only Linux tells them by thread; elsewhere the clock
 * has to do.
 */
export function workedMs(pid = process.pid): number {
  if (process.platform !== "linux") return performance.now();
  const [nanoseconds = "0"] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}

/** What an operation costs the thread that answers requests: its work in all, and the longest that others had to wait for a turn. */
export async function costOf<T>(
  run: () => Promise<T>,
): Promise<{ result: T; workMs: number; longestTurnMs: number }> {
  let isRunning = true;
  let longestTurnMs = 0;
  const begun = workedMs();
  const watch = (async () => {
    for (let last = workedMs(); isRunning;) {
      await nextTurn();
      const now = workedMs();
      longestTurnMs = Math.max(longestTurnMs, now - last);
      last = now;
    }
  })();
  let result: T;
  try {
    result = await run();
  } finally {
    isRunning = false;
    // Its last turn counts too.
    await watch;
  }
  return { result, workMs: workedMs() - begun, longestTurnMs };
}
