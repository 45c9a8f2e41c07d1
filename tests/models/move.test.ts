import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { start } from "embedded-mongodb";
import mongoose from "mongoose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UserModel } from "#models/user.server";
import { createUser } from "#tests/factories/user";
import { moveDatabase } from "../../scripts/commands/backup";

/** The other server. It is always an embedded engine; the live database of this run may be either. */
let engine: Awaited<ReturnType<typeof start>>;
let client: mongoose.mongo.MongoClient;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "move-"));
  engine = await start({ dataDir: folder });
  client = new mongoose.mongo.MongoClient(engine.uri);
});

afterEach(async () => {
  await client.close();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const target = () => client.db();
const names = async () =>
  (await target().collection("users").find().sort({ _id: 1 }).toArray()).map(
    ({ username }) => username as string,
  );

describe("move to another server", () => {
  it("copies every document and index and reports the numbers", { tags: ["release"] }, async () => {
    for (const username of ["ann", "ben", "cleo"]) await createUser({ username });
    expect(await moveDatabase([engine.uri])).toMatch(
      /^Copied \d+ documents in \d+ collections; counts and checksums agree\./,
    );
    expect(await names()).toEqual(["ann", "ben", "cleo"]);
    const indexes = await target().collection("users").indexes();
    expect(indexes.find(({ key }) => "usernameKey" in key)?.unique).toBe(true);
  });

  it("rejects a target with documents without changing it", async () => {
    await createUser({ username: "ann" });
    await target().collection("letters").insertOne({ text: "mine" });
    await expect(moveDatabase([engine.uri])).rejects.toThrow(
      'The target is not empty: it has documents in "letters"',
    );
    expect(await target().collection("users").countDocuments()).toBe(0);
  });

  it("resumes an interrupted copy", { tags: ["release"] }, async () => {
    for (let index = 0; index < 20; index++) await createUser({ username: `person_${index}` });
    await moveDatabase([engine.uri]);
    // The state after a kill: some of the documents, and the marker.
    const half = await UserModel.find().sort({ _id: 1 }).skip(10).limit(1).lean();
    await target()
      .collection("users")
      .deleteMany({ _id: { $gte: half[0]?._id } } as object);
    await target().collection("copyInProgress").insertOne({ name: "copy" });
    expect(await moveDatabase([engine.uri])).toContain("agree");
    expect(await names()).toHaveLength(20);
  });

  it("reports an unavailable server and a missing argument", { tags: ["release"] }, async () => {
    await expect(moveDatabase(["mongodb://127.0.0.1:1/nothing"])).rejects.toThrow(
      /connect ECONNREFUSED|Server selection/,
    );
    await expect(moveDatabase([])).rejects.toThrow("Usage: npm run db:move");
  });
});
