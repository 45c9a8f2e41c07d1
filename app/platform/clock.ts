import { setTimeout as delay } from "node:timers/promises";

/** Time as a dependency: production uses the system's clock and timers, tests replace both. */

type Wait = (ms: number, signal?: AbortSignal) => Promise<unknown>;
const systemWait: Wait = (ms, signal) => delay(ms, undefined, { signal });
const systemClock = () => new Date();

let waitFor = systemWait;
let read: () => Date = systemClock;
let minimum: () => number = () => -Infinity;

/** The current time, but never before the minimum of `setMinimumTime`. */
export function now(): Date {
  return new Date(Math.max(read().getTime(), minimum()));
}

/** The time of the clock itself, which may be before `now()`. */
export function systemTime(): Date {
  return read();
}

/** Resolves after `ms` milliseconds, or rejects with the signal's reason when it aborts. */
export function wait(ms: number, signal?: AbortSignal): Promise<unknown> {
  return waitFor(ms, signal);
}

/** Makes `now()` count from `time` while the system clock is behind it: that clock is certainly wrong. */
export function setMinimumTime(time: Date, elapsedMs: () => number = stopwatch()): void {
  minimum = () => time.getTime() + elapsedMs();
}

function stopwatch(): () => number {
  const start = performance.now();
  return () => Math.round(performance.now() - start);
}

/** Returns a function that measures by how many milliseconds the system clock was set since its last call. */
export function createDriftMeter(): () => number {
  let elapsedMs = stopwatch();
  let start = systemTime();
  return () => {
    const at = systemTime();
    const drift = at.getTime() - start.getTime() - elapsedMs();
    elapsedMs = stopwatch();
    start = at;
    return drift;
  };
}

/**
 * Replaces the clock; without an argument restores the system's clock and clears the minimum.
 * @internal Exported for tests.
 */
export function setClock(next: () => Date = systemClock): void {
  read = next;
  if (next === systemClock) minimum = () => -Infinity;
}

/**
 * Replaces `wait`; without an argument restores the system's timers.
 * @internal Exported for tests.
 */
export function setWait(next: Wait = systemWait): void {
  waitFor = next;
}
