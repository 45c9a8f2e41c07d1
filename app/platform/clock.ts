import { setTimeout as delay } from "node:timers/promises";

/** The time, as a dependency: production reads the system's clock and timers, tests set both. */
type Pause = (ms: number, signal?: AbortSignal) => Promise<unknown>;
const systemPause: Pause = (ms, signal) => delay(ms, undefined, { signal });
const system = () => new Date();

let pause = systemPause;
let read: () => Date = system;
let earliest: () => number = () => -Infinity;

/** The present moment. */
export function now(): Date {
  return new Date(Math.max(read().getTime(), earliest()));
}

/** What the clock itself says, also where the present moment is counted from another. */
export function systemTime(): Date {
  return read();
}

/** Resolves after that many milliseconds, or rejects with the signal's reason when it aborts before. */
export function wait(ms: number, signal?: AbortSignal): Promise<unknown> {
  return pause(ms, signal);
}

/** Counts the present moment from `moment` as long as the clock is behind it: for a clock that is certainly wrong. */
export function setMinimumTime(moment: Date, elapsedMs: () => number = stopwatch()): void {
  earliest = () => moment.getTime() + elapsedMs();
}

function stopwatch(): () => number {
  const began = performance.now();
  return () => Math.round(performance.now() - began);
}

/**
 * For tests: fixes or replaces the clock; without an argument the system's clock is back, and alone counts.
 * @internal Exported for tests.
 */
export function setClock(next: () => Date = system): void {
  read = next;
  if (next === system) earliest = () => -Infinity;
}

/**
 * For tests: replaces every wait; without an argument the system's timers are back.
 * @internal Exported for tests.
 */
export function setWait(next: Pause = systemPause): void {
  pause = next;
}
