import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeLock } from "./lock.mjs";

/** No process has this number: it is above every limit. */
const NOBODY = 2 ** 30;
let folder = "";
const file = () => path.join(folder, "lock");

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "still-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("one at a time, however many come", async () => {
  let inside = 0;
  let most = 0;
  let waited = 0;
  const visit = async () => {
    const lock = await takeLock(file(), { onWait: () => (waited += 1) });
    most = Math.max(most, (inside += 1));
    await nextTurn();
    inside -= 1;
    lock.release();
  };
  await Promise.all([visit(), visit(), visit(), visit()]);
  expect(most).toBe(1);
  expect(waited).toBe(3);
  expect(existsSync(file())).toBe(false);
});

test("a lock whose holder is gone is taken over", async () => {
  writeFileSync(file(), `${hostname()} ${NOBODY} abc`);
  const lock = await takeLock(file());
  expect(readFileSync(file(), "utf8")).toContain(`${process.pid}`);
  lock.release();
});

test(
  "a lock of another machine is taken over only when it is no longer touched",
  { tags: ["release"] },
  async () => {
    writeFileSync(file(), "elsewhere 1 abc");
    let taken = false;
    const waiting = takeLock(file()).then((lock) => {
      taken = true;
      return lock;
    });
    await delay(400);
    expect(taken).toBe(false);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(file(), longAgo, longAgo);
    (await waiting).release();
  },
);
