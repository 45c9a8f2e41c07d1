import { setTimeout as delay } from "node:timers/promises";

/** The time, as a dependency: production reads the system's clock and timers, tests set both. */
type Pause = (ms: number, signal?: AbortSignal) => Promise<unknown>;
const systemPause: Pause = (ms, signal) => delay(ms, undefined, { signal });

let pause = systemPause;
let read: () => Date = () => new Date();

/** The present moment. */
export function now(): Date {
  return read();
}

/** Resolves after that many milliseconds, or rejects with the signal's reason when it aborts before. */
export function wait(ms: number, signal?: AbortSignal): Promise<unknown> {
  return pause(ms, signal);
}

/**
 * For tests: fixes or replaces the clock; without an argument the system's clock is back.
 * @internal Exported for tests.
 */
export function setClock(next: () => Date = () => new Date()): void {
  read = next;
}

/**
 * For tests: replaces every wait; without an argument the system's timers are back.
 * @internal Exported for tests.
 */
export function setWait(next: Pause = systemPause): void {
  pause = next;
}
