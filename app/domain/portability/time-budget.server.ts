/** Milliseconds by the clock of the machine, and of processor time of this process. */
type Clocks = { elapsedMs: number; processorMs: number };

function readClocks(): Clocks {
  const { user, system } = process.cpuUsage();
  return { elapsedMs: performance.now(), processorMs: (user + system) / 1_000 };
}

/** A process that waits takes no processor time, so that a budget ends after some time, too. */
const MAX_TIMES_LONGER = 6;

/**
 * The processor time that a task may take. On a busy machine the process gets only a part of the time, which must not end the
 * task earlier. Other threads of the process count, too, but never more than the time that has passed.
 */
export class TimeBudget {
  private remainingMs: number;
  private longestMs: number;
  private started: Clocks | undefined;

  constructor(
    ms: number,
    private readonly clocks: () => Clocks = readClocks,
  ) {
    this.remainingMs = ms;
    this.longestMs = ms * MAX_TIMES_LONGER;
  }

  start(): void {
    this.started = this.clocks();
  }

  stop(): void {
    const { elapsedMs, countedMs } = this.spent();
    this.remainingMs -= countedMs;
    this.longestMs -= elapsedMs;
    this.started = undefined;
  }

  /** The time after which the budget may be used up; 0 if it is. */
  get leftMs(): number {
    const { elapsedMs, countedMs } = this.spent();
    return Math.max(0, Math.min(this.remainingMs - countedMs, this.longestMs - elapsedMs));
  }

  private spent(): { elapsedMs: number; countedMs: number } {
    if (!this.started) return { elapsedMs: 0, countedMs: 0 };
    const now = this.clocks();
    const elapsedMs = now.elapsedMs - this.started.elapsedMs;
    return { elapsedMs, countedMs: Math.min(elapsedMs, now.processorMs - this.started.processorMs) };
  }
}
