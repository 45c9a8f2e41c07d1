import { setTimeout as delay } from "node:timers/promises";

/** Announced: a service is away for a moment, or the disk is full; with the text given back. */
const ANNOUNCED = new Set([503, 507]);

/** What was done and what was seen, counted. */
export class Notes {
  #seen = new Map();
  /** Answers that nobody may get. */
  bad = [];
  isOver = false;

  note(what, times = 1) {
    this.#seen.set(what, (this.#seen.get(what) ?? 0) + times);
  }

  /** Of what begins so: how often each was seen, the most frequent first. */
  beginningWith(start) {
    return [...this.#seen]
      .filter(([what]) => what.startsWith(start))
      .map(([what, times]) => [what.slice(start.length), times])
      .sort(([, one], [, other]) => other - one);
  }

  /** Asks, notes the answer, and never minds a server that is down: the next one may be up. */
  async ask(what, run) {
    try {
      const answer = await run();
      this.note(`${what}: ${answer.status}`);
      if (answer.status >= 500 && !ANNOUNCED.has(answer.status))
        this.bad.push(`${what} ${answer.status}: ${answer.text.replace(/<[^>]*>/g, " ").slice(0, 300)}`);
      return answer;
    } catch {
      this.note(`${what}: no answer`);
      await delay(300);
      return undefined;
    }
  }
}
