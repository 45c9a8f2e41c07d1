/**
 * A breaker in front of a service: after `FAILURES_IN_A_ROW` failures it opens and calls fail at once; after `REST_MS` one
 * call may try, and its outcome decides. The moment is passed in.
 * @internal Exported for tests.
 */
export const FAILURES_IN_A_ROW = 5;
/** @internal Exported for tests. */
export const REST_MS = 60_000;
/** A trial that never reports (its process was busy dying) does not keep the others out for ever. */
const TRIAL_MS = 30_000;

export type Circuit = {
  /** Whether a call may go out now. */
  admits: (now: number) => boolean;
  succeeded: () => void;
  failed: (now: number) => void;
};

export function createCircuit(): Circuit {
  let failures = 0;
  let closed = { from: 0, until: 0 };
  return {
    admits(now) {
      if (failures < FAILURES_IN_A_ROW) return true;
      // A clock that is set back ends the rest instead of lengthening it.
      if (closed.from <= now && now < closed.until) return false;
      closed = { from: now, until: now + TRIAL_MS };
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed(now) {
      failures += 1;
      if (failures >= FAILURES_IN_A_ROW) closed = { from: now, until: now + REST_MS };
    },
  };
}
