import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { takeLock } from "embedded-mongodb";
import { expect, it } from "vitest";
import { temporaryDirectory } from "./fixture.js";

it("grants a lock to one of many concurrent callers at a time", async () => {
  const directory = temporaryDirectory();
  let inside = 0;
  let most = 0;
  const hold = async () => {
    const release = await takeLock(join(directory, "lock"));
    most = Math.max(most, ++inside);
    await nextTurn();
    inside--;
    release();
  };
  await Promise.all([hold(), hold(), hold()]);
  expect({ most, inside }).toEqual({ most: 1, inside: 0 });
});
