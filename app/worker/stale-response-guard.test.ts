import { expect, it } from "vitest";
import { createStaleResponseGuard } from "./stale-response-guard";

it("rejects a response that arrives after the response to a later request", () => {
  const ask = createStaleResponseGuard();
  const [first, second, third] = [ask(), ask(), ask()];
  expect(second()).toBe(true);
  expect(first()).toBe(false);
  // The third request has no response yet, so the second response is still the latest.
  expect(second()).toBe(true);
  expect(third()).toBe(true);
});
