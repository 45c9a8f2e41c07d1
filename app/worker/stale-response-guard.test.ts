import { expect, it } from "vitest";
import { createStaleResponseGuard } from "./stale-response-guard";

it("takes no answer after that of a later question", () => {
  const ask = createStaleResponseGuard();
  const [first, second, third] = [ask(), ask(), ask()];
  expect(second()).toBe(true);
  expect(first()).toBe(false);
  // The last one may never be answered.
  expect(second()).toBe(true);
  expect(third()).toBe(true);
});
