/** @module-tag release */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { start } from "embedded-mongodb";
import mongoose from "mongoose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect, disconnect, liveDatabase } from "#models/db/connection.server";
import { requireCompleteCopy } from "#models/db/copy-database.server";
import { UserModel } from "#models/user.server";
import { createUser } from "#tests/factories/user";
import { moveToEmbedded, whileStopped } from "#tests/support/stopped-instance";
import { env } from "~/platform/env.server";
import { backup, restore } from "../../scripts/commands/backup";

/** A server for MONGODB_URI, which the commands access through the driver. */
let engine: Awaited<ReturnType<typeof start>>;
let folder: string;
const defaultUri = env.MONGODB_URI;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "elsewhere-"));
  engine = await start({ dataDir: folder });
});
afterEach(async () => {
  await switchDatabase(defaultUri);
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function switchDatabase(uri: string | undefined): Promise<void> {
  await disconnect();
  env.MONGODB_URI = uri;
  await connect();
}

const usernames = async () =>
  (await UserModel.find().sort({ _id: 1 }).lean()).map(({ username }) => username);
const marker = () => liveDatabase().collection("copyInProgress");

describe("restore into a database server", () => {
  it("fills an empty database and rejects another without changing it", async () => {
    await createUser({ username: "ann" });
    const file = path.join(folder, "ann.backup");
    await backup([file]);
    await switchDatabase(engine.uri);
    expect(await restore([file])).toContain("Restored");
    expect(await usernames()).toEqual(["ann"]);
    await createUser({ username: "ben" });
    await expect(restore([file])).rejects.toThrow(/not empty: .*Nothing was changed/);
    expect(await usernames()).toEqual(["ann", "ben"]);
  });

  it("replaces the unfinished copy of a killed restore, which blocks the database until then", async () => {
    await createUser({ username: "ann" });
    const file = path.join(folder, "ann.backup");
    await backup([file]);
    await switchDatabase(engine.uri);
    // The state after a kill while restoring another file: some of its documents, and the marker.
    await marker().insertOne({ name: "copy" });
    await createUser({ username: "of_another_file" });
    await expect(requireCompleteCopy(liveDatabase())).rejects.toThrow("a copy that is not finished");
    expect(await restore([file])).toContain("Restored");
    await requireCompleteCopy(liveDatabase());
    expect(await usernames()).toEqual(["ann"]);
  });
});

describe.skipIf(defaultUri)("move into the embedded database", () => {
  const seed = async () => {
    const client = new mongoose.mongo.MongoClient(engine.uri);
    await client.db().collection("users").insertOne({ username: "from_there" });
    await client.close();
  };

  it("rejects an instance with users without changing it", async () => {
    await seed();
    await createUser({ username: "ann" });
    await expect(moveToEmbedded(engine.uri)).rejects.toThrow(/not empty: .*Nothing was changed/);
    expect(await usernames()).toEqual(["ann"]);
  });

  it("replaces the unfinished copy of an earlier version", async () => {
    await seed();
    await marker().insertOne({ name: "copy" });
    await createUser({ username: "half_a_copy" });
    expect(await moveToEmbedded(engine.uri)).toContain("agree");
    expect(await usernames()).toEqual(["from_there"]);
    await requireCompleteCopy(liveDatabase());
  });

  it("rejects a restore while a process has the database open", async () => {
    await createUser({ username: "ann" });
    const file = path.join(folder, "ann.backup");
    await backup([file]);
    await createUser({ username: "ben" });
    await expect(restore([file])).rejects.toThrow(/Stop it first.*Nothing was changed/);
    expect(await usernames()).toEqual(["ann", "ben"]);
    expect(await whileStopped(() => restore([file]))).toContain("What was there before is kept in");
    expect(await usernames()).toEqual(["ann"]);
  });
});
