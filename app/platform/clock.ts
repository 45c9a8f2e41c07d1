/** The time, as a dependency: production reads the system's clock, tests set it. */
let read: () => Date = () => new Date();

/** The present moment. */
export function now(): Date {
  return read();
}

/**
 * For tests: fixes or replaces the clock; without an argument the system's clock is back.
 * @internal Exported for tests.
 */
export function setClock(next: () => Date = () => new Date()): void {
  read = next;
}
