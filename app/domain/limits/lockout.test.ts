import { describe, expect, it } from "vitest";
import { backoffMs, BACKOFFS, recordFailure, remainingBackoffMs, type BackoffState } from "./lockout";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

describe("exponential backoff", () => {
  it("doubles from a second to a quarter of an hour after the free failures", () => {
    const policy = { free: 30, windowMs: 3_600_000 };
    expect([30, 31, 32, 33, 40, 41, 5000].map((failures) => backoffMs(failures, policy) / 1000)).toEqual([
      0, 1, 2, 4, 512, 900, 900,
    ]);
  });

  it("starts over when the window has expired", () => {
    let state: BackoffState | null = null;
    for (let failure = 0; failure < 35; failure++)
      state = recordFailure(state, BACKOFFS.network, at(failure));
    expect(remainingBackoffMs(state, BACKOFFS.network, at(34))).toBe(16_000);
    expect(remainingBackoffMs(state, BACKOFFS.network, at(49))).toBe(1_000);
    expect(remainingBackoffMs(state, BACKOFFS.network, at(3600))).toBe(0);
    expect(recordFailure(state, BACKOFFS.network, at(3600))).toMatchObject({ failures: 1 });
  });
});
