import { setImmediate as nextTurn } from "node:timers/promises";

/** Others wait no longer than this for their turn because of work that goes on and on. */
const HELD_MS = 25;

/**
 * For work in many small pieces, between which others are let through: await what it gives before each piece. It costs
 * nothing until the thread has been held for a while.
 */
export function createYielder(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < HELD_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}
