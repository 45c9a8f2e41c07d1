/** @module-tag release */
import { cpSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeAbandoned, removeReplaced, replaceDatabase, start, withPrivateFolder } from "embedded-mongodb";
import { MongoClient } from "mongodb";
import { describe, expect, it } from "vitest";
import { ended, kill, killedDirectory, launch, run, temporaryDirectory, until } from "./fixture.js";

type ChildMessage = { refused?: string; kept?: string; steps?: number };

/** A copy of a directory's files. */
function copyOf(db: string): string {
  const copy = temporaryDirectory();
  cpSync(db, join(copy, "db"), { recursive: true });
  return copy;
}

const inDb = (dataDir: string) => readdirSync(join(dataDir, "db")).sort();

/** A database file with three documents. */
async function newDatabase(): Promise<string> {
  const { dataDir, server, db, close } = await run({ dataDir: temporaryDirectory() });
  await db.collection("letters").createIndex({ n: 1 });
  await db.collection("letters").insertMany([{ n: 1 }, { n: 2 }, { n: 3 }]);
  const file = join(dataDir, "new.sqlite");
  await server.backup(file);
  await close();
  return file;
}

/** The database that a start finds: "old", "new", or another text if it is neither. */
async function found(dataDir: string): Promise<string> {
  const { server, db, close } = await run({ dataDir });
  const counts = [
    await db.collection("writes").countDocuments(),
    await db.collection("letters").countDocuments(),
  ];
  expect(await server.integrityCheck()).toEqual([]);
  await close();
  const left = inDb(dataDir).filter((name) => /^next|^incoming/.test(name));
  const names: Record<string, string> = { "80,0": "old", "0,3": "new" };
  return left.length > 0 ? `left ${left.join()}` : (names[counts.join()] ?? counts.join());
}

async function exchange(dataDir: string, killBefore: number, file = ""): Promise<ChildMessage | undefined> {
  const { child, messages } = launch("killed-at-step.mjs", [dataDir, String(killBefore), "replace", file]);
  await ended(child);
  return messages[0] as ChildMessage | undefined;
}

describe("replaceDatabase", () => {
  it("leaves the old or the new database when killed at any step, also during recovery", async () => {
    const [directory, file] = [await killedDirectory(), await newDatabase()];
    const states: string[] = [];
    let decided: string | undefined;
    for (let step = 1; ; step++) {
      const copy = copyOf(join(directory, "db"));
      const told = await exchange(copy, step, file);
      if (told) {
        expect(told.steps).toBe(step - 1);
        expect(await found(copy)).toBe("new");
        break;
      }
      if (inDb(copy).some((name) => name.startsWith("next-"))) decided ??= copyOf(join(copy, "db"));
      states.push(await found(copy));
    }
    // Up to the atomic step the start finds the old database, after that step the new database.
    expect(states.join(" ")).toMatch(/^(old )+(new ?)+$/);
    for (let step = 1; ; step++) {
      const copy = copyOf(join(decided ?? "", "db"));
      const told = await exchange(copy, step);
      expect(await found(copy)).toBe("new");
      if (told) break;
    }
  });

  it("keeps the old database until removeReplaced", async () => {
    const [directory, file] = [await killedDirectory(), await newDatabase()];
    const { kept = "" } = (await exchange(directory, 0, file)) ?? {};
    expect(statSync(kept).mode & 0o777).toBe(0o700);
    expect(inDb(directory).filter((name) => name.startsWith("before-restore-"))).toHaveLength(1);
    expect(await found(copyOf(kept))).toBe("old");
    removeReplaced(directory);
    expect(existsSync(kept)).toBe(false);
    expect(await found(directory)).toBe("new");
  });

  it("keeps no copy of an empty directory, and changes nothing if the new database is damaged or missing", async () => {
    const file = await newDatabase();
    const empty = temporaryDirectory();
    expect((await exchange(empty, 0, file))?.kept).toBeUndefined();
    expect(inDb(empty).filter((name) => name.startsWith("before-restore-"))).toEqual([]);
    expect(await found(empty)).toBe("new");
    const directory = await killedDirectory();
    const damaged = join(directory, "damaged.sqlite");
    writeFileSync(damaged, "not a database, but a text of some length".repeat(200));
    expect((await exchange(directory, 0, damaged))?.refused).toBe("CorruptDatabaseError");
    expect((await exchange(directory, 0))?.refused).toBe("Error");
    expect(await found(directory)).toBe("old");
  });

  it("replaces a damaged database", async () => {
    const [directory, file] = [await killedDirectory(), await newDatabase()];
    writeFileSync(join(directory, "db", "database.sqlite"), "this is not a database any more".repeat(400));
    expect((await exchange(directory, 0, file))?.kept).toBeDefined();
    expect(await found(directory)).toBe("new");
  });

  it("rejects a directory that another process owns or waits to own", async () => {
    const [directory, file] = [await killedDirectory(), await newDatabase()];
    const owner = launch("racer.mjs", [directory, "owner", "0"]);
    await until(() => owner.messages.length > 0);
    const before = inDb(directory);
    expect((await exchange(directory, 0, file))?.refused).toBe("DirectoryInUseError");
    expect(inDb(directory)).toEqual(before);
    const joined = launch("racer.mjs", [directory, "joined", "0"]);
    await until(() => joined.messages.length > 0);
    // The process is paused, so that it cannot become the owner during the check.
    joined.child.kill("SIGSTOP");
    await kill(owner.child);
    expect((await exchange(directory, 0, file))?.refused).toBe("DirectoryInUseError");
    await kill(joined.child);
    expect(await found(directory)).toBe("old");
  });

  it("blocks the start of servers until the new database is in place", async () => {
    const file = await newDatabase();
    const directory = await killedDirectory();
    let late: ReturnType<typeof start> | undefined;
    await replaceDatabase({
      dataDir: directory,
      async make(folder, documents) {
        expect(documents().get("writes")).toBe(80);
        late = start({ dataDir: directory });
        await expect(replaceDatabase({ dataDir: directory, make: async () => undefined })).rejects.toThrow(
          "Another process uses",
        );
        cpSync(file, join(folder, "db", "database.sqlite"));
      },
    });
    const server = await late;
    const client = new MongoClient(server?.uri ?? "");
    expect(await client.db("test").collection("letters").countDocuments()).toBe(3);
    await client.close();
    await server?.stop();
  });
});

describe("a private folder", () => {
  it("is removed after use, or by another process when its owner was killed", async () => {
    const parent = join(temporaryDirectory(), "plain");
    const holder = launch("holder.mjs", [parent]);
    const living = launch("holder.mjs", [parent]);
    await until(() => holder.messages.length > 0 && living.messages.length > 0);
    const [killed, kept] = [holder, living].map(({ messages }) => (messages[0] as { folder: string }).folder);
    expect(statSync(parent).mode & 0o777).toBe(0o700);
    expect(statSync(killed ?? "").mode & 0o777).toBe(0o700);
    await kill(holder.child);
    expect(existsSync(join(killed ?? "", "plain"))).toBe(true);
    await removeAbandoned(parent);
    expect(existsSync(killed ?? "")).toBe(false);
    expect(existsSync(join(kept ?? "", "plain"))).toBe(true);
    await kill(living.child);
    await removeAbandoned(parent);
    expect(readdirSync(parent)).toEqual([]);
    await expect(withPrivateFolder(parent, () => Promise.reject(new Error("in vain")))).rejects.toThrow(
      "in vain",
    );
    expect(readdirSync(parent)).toEqual([]);
  });
});
