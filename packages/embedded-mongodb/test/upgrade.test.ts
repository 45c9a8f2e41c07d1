/** @module-tag release */
import { cpSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  endUpgrade,
  formatOf,
  removeReplaced,
  startUpgrade,
  undoUpgrade,
  upgradeInProgress,
} from "embedded-mongodb";
import { afterEach, describe, expect, it } from "vitest";
import { ended, launch, run, temporaryDirectory } from "./fixture.js";

const directories: string[] = [];
const made = () => {
  const directory = temporaryDirectory();
  directories.push(directory);
  return directory;
};
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

/** Adds a document to a directory's database if `change` is set, and lists all documents. */
async function letters(dataDir: string, change?: string): Promise<string[]> {
  const { server, client, db } = await run({ dataDir });
  const all = db.collection<{ _id: string }>("letters");
  if (change) await all.insertOne({ _id: change });
  const found = (await all.find().toArray()).map(({ _id }) => _id);
  expect(await server.integrityCheck()).toEqual([]);
  await client.close();
  await server.stop();
  return found;
}

async function house(): Promise<string> {
  const dataDir = made();
  await letters(dataDir, "before");
  return dataDir;
}

function copyOf(dataDir: string): string {
  const copy = made();
  cpSync(join(dataDir, "db"), join(copy, "db"), { recursive: true });
  return copy;
}

async function killed(dataDir: string, step: number, what: "begin" | "undo"): Promise<boolean> {
  const { child, messages } = launch("upgrader.mjs", [dataDir, String(step), what]);
  await ended(child);
  return messages.length === 0;
}

describe("the copy of an upgrade", () => {
  it("is restored by undoUpgrade, which discards later writes", async () => {
    const dataDir = await house();
    await startUpgrade(dataDir, "2.0.0");
    expect(upgradeInProgress(dataDir)).toBe("2.0.0");
    expect(statSync(join(dataDir, "db", "upgrading")).mode & 0o777).toBe(0o700);
    expect(await letters(dataDir, "since")).toEqual(["before", "since"]);
    // A second call keeps the first copy.
    await startUpgrade(dataDir, "2.0.0");
    await undoUpgrade(dataDir);
    expect(upgradeInProgress(dataDir)).toBeUndefined();
    expect(await letters(dataDir)).toEqual(["before"]);
  });

  it("is kept after endUpgrade until removeReplaced", async () => {
    const dataDir = await house();
    await startUpgrade(dataDir, "2.0.0");
    await letters(dataDir, "since");
    const kept = (await endUpgrade(dataDir)) ?? "";
    expect(upgradeInProgress(dataDir)).toBeUndefined();
    removeReplaced(dataDir, kept);
    const back = made();
    cpSync(kept, join(back, "db"), { recursive: true });
    expect(await letters(back)).toEqual(["before"]);
    removeReplaced(dataDir);
    expect(existsSync(kept)).toBe(false);
    expect(await letters(dataDir)).toEqual(["before", "since"]);
  });

  it("is complete or missing when startUpgrade is killed at any step", async () => {
    const original = await house();
    for (let step = 1; ; step++) {
      const dataDir = copyOf(original);
      const wasKilled = await killed(dataDir, step, "begin");
      // After a kill, another version can undo the upgrade, and the same version can resume it.
      const again = copyOf(dataDir);
      await undoUpgrade(dataDir);
      await startUpgrade(again, "2.0.0");
      await letters(again, "since");
      await undoUpgrade(again);
      for (const each of [dataDir, again]) {
        expect(await letters(each)).toEqual(["before"]);
        expect(readdirSync(join(each, "db"))).not.toContain("upgrading");
      }
      if (!wasKilled) break;
      expect(step).toBeLessThan(40);
    }
  }, 60_000);

  it("is restored atomically when undoUpgrade is killed at any step", async () => {
    const original = await house();
    await startUpgrade(original, "2.0.0");
    await letters(original, "since");
    const states: string[] = [];
    for (let step = 1; ; step++) {
      const dataDir = copyOf(original);
      const wasKilled = await killed(dataDir, step, "undo");
      states.push((await letters(dataDir)).join("+"));
      await undoUpgrade(dataDir);
      expect(await letters(dataDir)).toEqual(["before"]);
      if (!wasKilled) break;
      expect(step).toBeLessThan(60);
    }
    expect(states.join(" ")).toMatch(/^(before\+since )+(before ?)+$/);
  }, 60_000);

  it("formatOf reads the format of the files, also from the log that a crash left", async () => {
    const dataDir = made();
    expect((await formatOf(dataDir)).found).toBe(0);
    const { child, messages } = launch("writer.mjs", [dataDir, "0", "20"]);
    await expect.poll(() => messages.some((message) => (message as { finished?: true }).finished)).toBe(true);
    child.kill("SIGKILL");
    await ended(child);
    const { found, known } = await formatOf(dataDir);
    expect(found).toBe(known);
  });
});
