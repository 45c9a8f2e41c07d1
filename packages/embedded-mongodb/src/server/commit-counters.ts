import type { Doc } from "../language/bson.js";

/** Number of counters. Collections that share a counter cause only false positives for each other. */
const SLOTS = 64;
/** Commands that change only the collection that they name; other write commands may change any collection. */
const SINGLE_COLLECTION_COMMANDS = new Set(["insert", "update", "delete", "findAndModify", "findandmodify"]);

/**
 * Counts commits per collection in memory that threads share. If the count is still the one from before a read, the data
 * that was read is current.
 */
export class CommitCounters {
  readonly #counts: Int32Array;

  constructor(readonly memory = new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT)) {
    this.#counts = new Int32Array(memory);
  }

  of(collection: string): number {
    return Atomics.load(this.#counts, slotOf(collection));
  }

  /**
   * Called after a commit and before its replies, so that a client that knows of a write sees a new counter. `changed` names the
   * collections that the server's own maintenance changed.
   */
  note(commands: readonly Doc[], changed: Iterable<string>): void {
    const slots = new Set(Array.from(changed, slotOf));
    for (const command of commands) {
      const [[name = "", target] = []] = Object.entries(command);
      if (!SINGLE_COLLECTION_COMMANDS.has(name) || typeof target !== "string") return this.noteAll();
      slots.add(slotOf(target));
    }
    for (const slot of slots) Atomics.add(this.#counts, slot, 1);
  }

  noteAll(): void {
    for (let slot = 0; slot < SLOTS; slot++) Atomics.add(this.#counts, slot, 1);
  }
}

function slotOf(collection: string): number {
  let hash = 0;
  for (let at = 0; at < collection.length; at++) hash = (hash * 31 + collection.charCodeAt(at)) >>> 0;
  return hash % SLOTS;
}
