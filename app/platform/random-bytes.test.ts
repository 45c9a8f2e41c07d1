import { expect, it } from "vitest";
import { randomNonce } from "./random-bytes.server";

it("random bytes are given out once, of the length that was asked for, before and after more are drawn", () => {
  const given = Array.from({ length: 2_000 }, (_, at) => randomNonce(12 + (at % 5)));
  given.forEach((bytes, at) => expect(bytes).toHaveLength(12 + (at % 5)));
  expect(new Set(given.map((bytes) => bytes.subarray(0, 12).toString("hex"))).size).toBe(2_000);
  // What has been given is its holder's: nothing drawn later is written over it.
  const kept = randomNonce(32);
  const copy = Buffer.from(kept);
  for (let more = 0; more < 300; more++) randomNonce(32);
  expect(kept.equals(copy)).toBe(true);
});
