/** Priorities in the queue for password hashes and for provider tokens, the first served first. */
const RANKS = ["known device", "sign-in", "member", "registration"] as const;
export type HashPriority = { rank: (typeof RANKS)[number]; network: string };

/** At most this many from one network keep their rank; its others wait behind everyone else. */
const OF_A_NETWORK = 2;

type Waiting<T> = { job: T; turn: HashPriority; place: number; order: number };

/** The order in which hashes are made. Pure: it holds what waits, and runs nothing. */
export class HashQueue<T> {
  #waiting: Waiting<T>[] = [];
  #order = 0;

  constructor(private readonly most: number) {}

  get length(): number {
    return this.#waiting.length;
  }

  /**
   * Takes its place in the queue. @returns the job that lost its place: the last of a full queue, which may be the one
   * that came
   */
  add(job: T, turn: HashPriority): T | undefined {
    const before = this.#waiting.filter((other) => other.turn.network === turn.network).length;
    const crowd = turn.network !== "" && turn.rank !== "known device" && before >= OF_A_NETWORK;
    const place = RANKS.indexOf(turn.rank) + (crowd ? RANKS.length : 0);
    this.#waiting.push({ job, turn, place, order: this.#order++ });
    this.#waiting.sort((a, b) => a.place - b.place || a.order - b.order);
    return this.#waiting.length > this.most ? this.#waiting.pop()?.job : undefined;
  }

  next(): T | undefined {
    return this.#waiting.shift()?.job;
  }
}
