import { readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Processor time of a process's main thread in milliseconds. Other threads and processes do not count, so a limit holds on a
 * busy machine. Only Linux reports it by thread; elsewhere this is wall-clock time.
 */
export function workedMs(pid = process.pid): number {
  if (process.platform !== "linux") return performance.now();
  const [nanoseconds = "0"] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}

/** Cost of an operation on the main thread: total processor time and the longest blocking time. */
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
    // Waits for the watcher's last interval, which may contain the longest block.
    await watch;
  }
  return { result, workMs: workedMs() - begun, longestTurnMs };
}
