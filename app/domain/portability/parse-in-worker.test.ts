import { describe, expect, it } from "vitest";
import { TimeBudget } from "./parse-in-worker.server";

function createBudget(ms: number) {
  const now = { elapsedMs: 0, processorMs: 0 };
  const budget = new TimeBudget(ms, () => ({ ...now }));
  const pass = (elapsedMs: number, processorMs: number) => {
    now.elapsedMs += elapsedMs;
    now.processorMs += processorMs;
  };
  return { budget, pass };
}

describe("TimeBudget", () => {
  it("counts processor time when the process gets only a share of the processor", () => {
    const { budget, pass } = createBudget(100);
    budget.start();
    pass(150, 40);
    expect(budget.leftMs).toBe(60);
    budget.stop();
    pass(1_000, 1_000);
    budget.start();
    pass(20, 10);
    expect(budget.leftMs).toBe(50);
  });

  it("counts elapsed time when other threads take processor time, too", () => {
    const { budget, pass } = createBudget(100);
    budget.start();
    pass(30, 90);
    expect(budget.leftMs).toBe(70);
  });

  it("is exhausted after six times its milliseconds when the process uses no processor time", () => {
    const { budget, pass } = createBudget(100);
    budget.start();
    pass(599, 0);
    expect(budget.leftMs).toBe(1);
    pass(1, 0);
    expect(budget.leftMs).toBe(0);
  });
});
