/** @module-tag release */
import { cpSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  endUpgrade,
  formatOf,
  removeReplaced,
  startUpgrade,
  undoUpgrade,
  upgradeInProgress,
} from "embedded-mongodb";
import { describe, expect, it } from "vitest";
import { ended, killedDirectory, launch, run, temporaryDirectory } from "./fixture.js";

/** Inserts a document with the id `added`, if it is set, into a directory's database. @returns the ids of all documents */
async function documentIds(dataDir: string, added?: string): Promise<string[]> {
  const { server, db, close } = await run({ dataDir });
  const all = db.collection<{ _id: string }>("letters");
  if (added) await all.insertOne({ _id: added });
  const found = (await all.find().toArray()).map(({ _id }) => _id);
  expect(await server.integrityCheck()).toEqual([]);
  await close();
  return found;
}

async function createDirectory(): Promise<string> {
  const dataDir = temporaryDirectory();
  await documentIds(dataDir, "before");
  return dataDir;
}

function copyOf(dataDir: string, db = join(dataDir, "db")): string {
  const copy = temporaryDirectory();
  cpSync(db, join(copy, "db"), { recursive: true });
  return copy;
}

async function killed(dataDir: string, step: number, what: "begin" | "undo"): Promise<boolean> {
  const { child, messages } = launch("killed-at-step.mjs", [dataDir, String(step), what]);
  await ended(child);
  expect(messages).not.toContainEqual(expect.objectContaining({ refused: expect.anything() as unknown }));
  return messages.length === 0;
}

describe("the copy of an upgrade", () => {
  it("is restored by undoUpgrade, which discards later writes", async () => {
    const dataDir = await createDirectory();
    await startUpgrade(dataDir, "2.0.0");
    expect(upgradeInProgress(dataDir)).toBe("2.0.0");
    expect(statSync(join(dataDir, "db", "upgrading")).mode & 0o777).toBe(0o700);
    expect(await documentIds(dataDir, "since")).toEqual(["before", "since"]);
    // A second call keeps the first copy.
    await startUpgrade(dataDir, "2.0.0");
    await undoUpgrade(dataDir);
    expect(upgradeInProgress(dataDir)).toBeUndefined();
    expect(await documentIds(dataDir)).toEqual(["before"]);
  });

  it("is kept after endUpgrade until removeReplaced", async () => {
    const dataDir = await createDirectory();
    await startUpgrade(dataDir, "2.0.0");
    await documentIds(dataDir, "since");
    const kept = (await endUpgrade(dataDir)) ?? "";
    expect(upgradeInProgress(dataDir)).toBeUndefined();
    removeReplaced(dataDir, kept);
    expect(await documentIds(copyOf(dataDir, kept))).toEqual(["before"]);
    removeReplaced(dataDir);
    expect(existsSync(kept)).toBe(false);
    expect(await documentIds(dataDir)).toEqual(["before", "since"]);
  });

  it("is complete or missing when startUpgrade is killed at any step", async () => {
    const original = await createDirectory();
    for (let step = 1; ; step++) {
      const dataDir = copyOf(original);
      const wasKilled = await killed(dataDir, step, "begin");
      // After a kill, another version can undo the upgrade, and the same version can resume it.
      const again = copyOf(dataDir);
      await undoUpgrade(dataDir);
      await startUpgrade(again, "2.0.0");
      await documentIds(again, "since");
      await undoUpgrade(again);
      for (const each of [dataDir, again]) {
        expect(await documentIds(each)).toEqual(["before"]);
        expect(readdirSync(join(each, "db"))).not.toContain("upgrading");
      }
      if (!wasKilled) break;
      expect(step).toBeLessThan(40);
    }
  });

  it("is restored atomically when undoUpgrade is killed at any step", async () => {
    const original = await createDirectory();
    await startUpgrade(original, "2.0.0");
    await documentIds(original, "since");
    const states: string[] = [];
    for (let step = 1; ; step++) {
      const dataDir = copyOf(original);
      const wasKilled = await killed(dataDir, step, "undo");
      states.push((await documentIds(dataDir)).join("+"));
      await undoUpgrade(dataDir);
      expect(await documentIds(dataDir)).toEqual(["before"]);
      if (!wasKilled) break;
      expect(step).toBeLessThan(60);
    }
    expect(states.join(" ")).toMatch(/^(before\+since )+(before ?)+$/);
  });

  it("formatOf reads the format of the files, also from the log that a crash left", async () => {
    expect((await formatOf(temporaryDirectory())).found).toBe(0);
    const { found, known } = await formatOf(await killedDirectory());
    expect(found).toBe(known);
  });
});
