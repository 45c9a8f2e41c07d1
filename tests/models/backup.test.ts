import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { start } from "embedded-mongodb";
import mongoose from "mongoose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AuditEventModel } from "#models/operations.server";
import { UserModel } from "#models/user.server";
import { createMember, createUser, PASSWORD } from "#tests/factories/user";
import { restoreBackup, whileStopped } from "#tests/support/stopped-instance";
import { rewrapDataKeys } from "~/domain/identity/key-wrapping.server";
import { decryptFile } from "~/platform/backup-file.server";
import { secrets } from "~/platform/secrets.server";
import { backup, moveDatabase, restore } from "../../scripts/commands/backup";
import { keysForPaper } from "../../scripts/commands/keys";

const newFile = () => path.join(mkdtempSync(path.join(tmpdir(), "backup-")), "journal.backup");

describe("backup", () => {
  it("restores records and indexes", { tags: ["release"] }, async () => {
    await createUser({ username: "kept", email: "kept@example.test" });
    // A restore changes these fields on purpose: it ends every session and notifies each user.
    const readUsers = () =>
      UserModel.find().sort({ _id: 1 }).select({ securityStamp: 0, pendingMail: 0, restored: 0 }).lean();
    const before = await readUsers();
    const file = newFile();
    await backup([file]);
    await createUser({ username: "later", email: "later@example.test" });
    expect(await restoreBackup(file)).toContain("Restored");
    expect(await readUsers()).toEqual(before);
    await expect(createUser({ username: "kept", email: "other@example.test" })).rejects.toMatchObject({
      code: 11000,
    });
  });

  it("is encrypted, has mode 0600, and replaces no file", async () => {
    await createUser({ username: "kept", email: "kept@example.test" });
    const file = newFile();
    await backup([file]);
    expect(readFileSync(file).includes("kept@example.test")).toBe(false);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(backup([file])).rejects.toThrow("is there already");
  });

  it("rejects a damaged or foreign file without changing the data", { tags: ["release"] }, async () => {
    await createUser({ username: "kept" });
    const file = newFile();
    await backup([file]);
    const bytes = readFileSync(file);
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
    const damaged = newFile();
    writeFileSync(damaged, bytes);
    await expect(whileStopped(() => restore([damaged]))).rejects.toThrow("is damaged");
    const foreign = newFile();
    writeFileSync(foreign, "a letter, nothing more than that, and long enough to be read");
    await expect(whileStopped(() => restore([foreign]))).rejects.toThrow("is not a backup");
    expect(await UserModel.countDocuments({ usernameKey: "kept" })).toBe(1);
  });
});

describe("decryptFile", () => {
  it("does not report an unwritable target as a damaged backup", async () => {
    await createUser({ username: "kept" });
    const file = newFile();
    await backup([file]);
    const nowhere = path.join(path.dirname(file), "nowhere", "plain.sqlite");
    await expect(decryptFile(file, nowhere)).rejects.toThrow(`cannot be decrypted into ${nowhere} (ENOENT)`);
  });
});

describe("key rotation", () => {
  it("skips an account whose key was deleted", async () => {
    const [deleted, active] = [await createMember(), await createMember()];
    const none = { "crypto.wrappedKey": Buffer.alloc(0), "crypto.keyId": "" };
    await UserModel.updateOne({ _id: deleted.id }, { $set: none });
    const ring = [{ id: "next", key: Buffer.alloc(32, 9) }, ...secrets.keyRing];
    expect(await rewrapDataKeys(ring)).toBe(1);
    expect((await UserModel.findById(active.id).orFail().lean()).crypto.keyId).toBe("next");
  });
});

describe("key printout", () => {
  it("contains the ring keys and the pepper, and is recorded in the audit log", async () => {
    await createUser({ isAdmin: true, username: "Warden" });
    const page = await keysForPaper("Warden", PASSWORD);
    const { id, key } = secrets.keyRing[0] ?? { id: "", key: Buffer.alloc(0) };
    expect(page).toContain(`${id}:${key.toString("base64")}`);
    expect(page).toContain(secrets.pepper);
    expect(page).not.toContain(secrets.session[0]);
    expect(await AuditEventModel.countDocuments({ kind: "admin.keys_shown" })).toBe(1);
  });

  it("is refused for a wrong password, a member, a locked account and an unknown name", async () => {
    await createUser({ isAdmin: true, username: "warden" });
    await createUser({ isAdmin: true, username: "away", status: "locked" });
    await createUser({ username: "guest" });
    for (const [username, password] of [
      ["warden", "Wrong-pass1"],
      ["guest", PASSWORD],
      ["away", PASSWORD],
      ["nobody", PASSWORD],
    ] as const)
      await expect(keysForPaper(username, password)).rejects.toThrow("not an administrator here");
  });
});

describe("move to another server", () => {
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
