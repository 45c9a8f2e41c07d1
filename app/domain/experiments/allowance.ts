import { HOUR } from "~/domain/calendar/durations";

/** How many new visitors one network may add to the count in an hour; a parish behind one address stays below it. */
const MOST = 60;
const WINDOW_MS = HOUR;
const MOST_NETWORKS = 10_000;

/**
 * Keeps a program from filling the count. Held in memory and forgotten within the hour: no address is ever stored.
 */
export class Allowance {
  #counts = new Map<string, number>();
  #until = 0;

  /** Takes one; false when this network has added enough. */
  take(network: string, now: Date): boolean {
    if (now.getTime() >= this.#until || now.getTime() < this.#until - WINDOW_MS) {
      this.#counts.clear();
      this.#until = now.getTime() + WINDOW_MS;
    }
    const taken = this.#counts.get(network) ?? 0;
    if (taken >= MOST || (taken === 0 && this.#counts.size >= MOST_NETWORKS)) return false;
    this.#counts.set(network, taken + 1);
    return true;
  }
}
