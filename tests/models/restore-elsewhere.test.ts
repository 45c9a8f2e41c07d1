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
import { moveBack, whileStopped } from "#tests/support/stopped-instance";
import { env } from "~/platform/env.server";
import { backup, restore } from "../../scripts/commands/backup";

/** A database server as MONGODB_URI names it: the commands reach it through the driver alone. */
let engine: Awaited<ReturnType<typeof start>>;
let folder: string;
const usual = env.MONGODB_URI;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "elsewhere-"));
  engine = await start({ dataDir: folder });
});
afterEach(async () => {
  await liveThere(usual);
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function liveThere(uri: string | undefined): Promise<void> {
  await disconnect();
  env.MONGODB_URI = uri;
  await connect();
}

const usernames = async () =>
  (await UserModel.find().sort({ _id: 1 }).lean()).map(({ username }) => username);
const mark = () => liveDatabase().collection("copyInProgress");

describe("a restore into a database server", () => {
  it("fills an empty database, and refuses one that holds anything without a change", async () => {
    await createUser({ username: "ann" });
    const file = path.join(folder, "ann.backup");
    await backup([file]);
    await liveThere(engine.uri);
    expect(await restore([file])).toContain("Restored");
    expect(await usernames()).toEqual(["ann"]);
    await createUser({ username: "ben" });
    await expect(restore([file])).rejects.toThrow(/not empty: .*Nothing was changed/);
    expect(await usernames()).toEqual(["ann", "ben"]);
  });

  it("that was killed lets nobody in and starts over, also with another backup", async () => {
    await createUser({ username: "ann" });
    const file = path.join(folder, "ann.backup");
    await backup([file]);
    await liveThere(engine.uri);
    // As it is left in the middle of another file: some of its documents, and the mark.
    await mark().insertOne({ name: "copy" });
    await createUser({ username: "of_another_file" });
    await expect(requireCompleteCopy(liveDatabase())).rejects.toThrow("a copy that is not finished");
    expect(await restore([file])).toContain("Restored");
    await requireCompleteCopy(liveDatabase());
    expect(await usernames()).toEqual(["ann"]);
  });
});

describe.skipIf(usual)("the way back into the embedded database", () => {
  const there = () => new mongoose.mongo.MongoClient(engine.uri);
  const seed = async () => {
    const client = there();
    await client.db().collection("users").insertOne({ username: "from_there" });
    await client.close();
  };

  it("refuses a house in which someone lives, and changes nothing", async () => {
    await seed();
    await createUser({ username: "ann" });
    await expect(moveBack(engine.uri)).rejects.toThrow(/not empty: .*Nothing was changed/);
    expect(await usernames()).toEqual(["ann"]);
  });

  it("goes over a copy of earlier versions that was cut off", async () => {
    await seed();
    await mark().insertOne({ name: "copy" });
    await createUser({ username: "half_a_copy" });
    expect(await moveBack(engine.uri)).toContain("agree");
    expect(await usernames()).toEqual(["from_there"]);
    await requireCompleteCopy(liveDatabase());
  });

  it("and a restore are refused while this very process has the house open", async () => {
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
