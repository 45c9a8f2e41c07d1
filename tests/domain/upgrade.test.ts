/** @module-tag release */
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { formatOf } from "embedded-mongodb";
import mongoose from "mongoose";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { connect, disconnect, embeddedEngine, liveDatabase } from "#models/db/connection.server";
import { removeReplacedDatabases } from "#models/db/copy-database.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { listAppliedMigrations, MIGRATIONS, prepareDatabase } from "#models/migrations/migrations.server";
import { openDatabase } from "#models/migrations/upgrade.server";
import { UserModel } from "#models/user.server";
import { placeDataFolder, restoreSecrets, VERSION_FOLDERS } from "#tests/support/data-folders";
import { moveToTrash, readEntry } from "~/domain/journal/entries/entries.server";
import { eraseEntry, listTrash } from "~/domain/journal/history/trash.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { env } from "~/platform/env.server";
import "#models/all.server";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const [oldest = ""] = VERSION_FOLDERS;

afterEach(async () => {
  if (mongoose.connection.readyState !== mongoose.ConnectionStates.disconnected) return;
  await placeDataFolder(oldest);
  await connect();
});

afterAll(restoreSecrets);

const inDb = () => readdirSync(path.join(env.DATA_DIR, "db"));

/** Hash of all stored documents, except the database's own index declarations. */
async function hashDocuments(): Promise<string> {
  const collections = (await liveDatabase().listCollections().toArray())
    .map(({ name }) => name)
    .filter((name) => name !== "declarations")
    .sort();
  const all = collections.map(
    async (name) => [name, await liveDatabase().collection(name).find().sort({ _id: 1 }).toArray()] as const,
  );
  const kept = (await Promise.all(all)).filter(([, documents]) => documents.length > 0);
  return createHash("sha256").update(JSON.stringify(kept)).digest("hex");
}

/** Hash of the documents in the data folder before a migration. */
async function hashDataFolder(): Promise<string> {
  await connect();
  const found = await hashDocuments();
  await disconnect();
  return found;
}

describe.skipIf(process.env.MONGODB_URI).each(VERSION_FOLDERS)("data folder of version %s", (earlier) => {
  it("is migrated with all its records, which can then be read, changed and erased", async () => {
    const names = MIGRATIONS.map(({ name }) => name);
    await placeDataFolder(earlier);
    const { found } = await formatOf(env.DATA_DIR);
    const { migrated, kept = "" } = await openDatabase({ version });
    expect(migrated).toEqual(names);
    // The start that replaced the database keeps the earlier one, in its own format; the next start removes it.
    await removeReplacedDatabases(kept);
    expect(readFileSync(path.join(kept, "database.sqlite")).readUInt32BE(60)).toBe(found);
    await removeReplacedDatabases();
    expect(existsSync(kept)).toBe(false);
    // The second start has nothing to migrate.
    expect(await prepareDatabase()).toEqual([]);
    expect((await listAppliedMigrations()).map(({ _id }) => _id).sort()).toEqual([...names].sort());
    const lacking = {
      $or: ["room", "prayer.shape", "look.withoutDayColour", "sealing"].map((field) => ({
        [field]: { $exists: false },
      })),
    };
    expect(await UserModel.collection.countDocuments(lacking)).toBe(0);
    const user = await UserModel.findOne({ usernameKey: "demo" }).orFail().lean();
    const member = memberFrom(user);
    const ids = await JournalEntryModel.distinct("_id", { userId: member.id });
    expect(ids).toHaveLength(82);
    const entries = await Promise.all(ids.map((id) => readEntry(member, id)));
    const texts = entries.map((entry) => JSON.stringify(entry?.content ?? null));
    expect(texts.filter((text) => text === "null")).toEqual([]);
    expect(texts.join("\n")).toContain("a first page, and nobody waiting for it to be good.");

    for (const { collection, schema } of Object.values(mongoose.models)) {
      const declared = schema.indexes().map(([fields]) => JSON.stringify(fields));
      if (declared.length === 0) continue;
      const made = (await collection.indexes()).map(({ key }) => JSON.stringify(key));
      expect(made, collection.collectionName).toEqual(expect.arrayContaining(declared));
    }

    const [first = ""] = ids;
    expect(await moveToTrash(member, first)).toBe(true);
    expect((await listTrash(member)).entries.map(({ id }) => id)).toEqual([first]);
    expect(await eraseEntry(member, first)).toBe(true);
    expect(await readEntry(member, first)).toBeNull();
    expect(await embeddedEngine()?.integrityCheck()).toEqual([]);
  });
});

describe.skipIf(process.env.MONGODB_URI)("migration at start", () => {
  const breaks = {
    name: "breaks-half-way",
    async run(db: mongoose.mongo.Db) {
      await db.collection("users").updateMany({}, { $set: { usernameKey: "gone" } });
      throw new Error("the heron has flown");
    },
  };

  it("restores the previous database and names the version that opens it when a step fails", async () => {
    await placeDataFolder(oldest);
    const before = await hashDataFolder();
    await expect(openDatabase({ version, migrations: [...MIGRATIONS, breaks] })).rejects.toThrow(
      /\(the heron has flown\)\. It is as it was before: the version you came from opens it\./,
    );
    expect(await hashDataFolder()).toBe(before);
    expect(inDb()).not.toContain("upgrading");
    await openDatabase({ version });
    expect(await UserModel.countDocuments({ usernameKey: "demo" })).toBe(1);
  });

  it.each([1, 7, 30])("is completed by the same version when it was killed at write %i", async (write) => {
    await placeDataFolder(oldest);
    await killAt(write);
    expect(inDb()).toContain("upgrading");
    const { kept } = await openDatabase({ version });
    expect(kept).toBeDefined();
    expect((await listAppliedMigrations()).map(({ _id }) => _id)).toEqual(MIGRATIONS.map(({ name }) => name));
    expect(await UserModel.countDocuments({ usernameKey: "demo", room: { $exists: true } })).toBe(1);
  });

  it("is rolled back by another version before any read when it was killed", async () => {
    await placeDataFolder(oldest);
    const before = await hashDataFolder();
    await killAt(7);
    expect(await hashDataFolder()).not.toBe(before);
    await openDatabase({ version: "0.0.9", migrations: [] });
    expect(await hashDocuments()).toBe(before);
  });

  it("reports needed and free space and changes nothing when the disk has no space for the copy", async () => {
    await placeDataFolder(oldest);
    const before = await hashDataFolder();
    await expect(openDatabase({ version, spaceOf: async () => 12_000 })).rejects.toThrow(
      /copies it before, which needs \d+ MB\. The disk of DATA_DIR has 1 MB free\. Nothing was changed\./,
    );
    expect(await hashDataFolder()).toBe(before);
    expect(inDb()).not.toContain("upgrading");
  });

  it("is run by one of two processes that start on an older folder", async () => {
    await placeDataFolder(oldest);
    const child = fork("tests/support/start-child.mjs", ["migration-child/steps", "freely"], {
      env: process.env,
    });
    const gone = once(child, "exit");
    const opened = await openDatabase({ version });
    expect(await gone).toEqual([0, null]);
    expect((await listAppliedMigrations()).map(({ _id }) => _id)).toEqual(MIGRATIONS.map(({ name }) => name));
    expect(opened.migrated.length === 0 || opened.kept !== undefined).toBe(true);
    expect(inDb().filter((name) => name.startsWith("before-upgrade-"))).toHaveLength(1);
  });
});

describe.skipIf(process.env.MONGODB_URI)("database of a later version", () => {
  const refused = (later: string) =>
    expect(openDatabase({ version })).rejects.toThrow(
      new RegExp(`brought to the shape of ${later}, .*Start ${later} again, or restore a backup`),
    );

  it("is refused by its applied migrations, with the version that it needs", async () => {
    await placeDataFolder(oldest);
    await openDatabase({ version });
    await liveDatabase()
      .collection("migrations")
      .insertOne({ _id: "name-the-herons" as never, at: new Date(), version: "7.1.0 (0a1b2c)" });
    await disconnect();
    await refused("7\\.1\\.0 \\(0a1b2c\\)");
    await expect(openDatabase({ version })).rejects.toMatchObject({ exitCode: 78 });
  });

  it("is refused by the format of its files", async () => {
    await placeDataFolder(oldest);
    await openDatabase({ version: "7.2.0" });
    await disconnect();
    const file = path.join(env.DATA_DIR, "db", "database.sqlite");
    for (const ending of ["-wal", "-shm"]) rmSync(`${file}${ending}`, { force: true });
    const bytes = readFileSync(file);
    bytes.writeUInt32BE(99, 60);
    writeFileSync(file, bytes);
    await refused("7\\.2\\.0");
    rmSync(path.join(env.DATA_DIR, "db", "version"));
    await refused("a later version");
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });
});

/** Starts the migration in a child process and kills the process before its write number `write`. */
async function killAt(write: number): Promise<void> {
  const child = fork("tests/support/start-child.mjs", ["migration-child/steps", "opening"], {
    env: process.env,
  });
  const gone = once(child, "exit");
  for (let nth = 0; nth < write; nth++) {
    await once(child, "message");
    if (nth < write - 1) child.send("go on");
  }
  child.kill("SIGKILL");
  await gone;
}

it("has a data folder of the current version for the next upgrade test", () => {
  expect(VERSION_FOLDERS).toContain(version);
});
