import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import mongoose from "mongoose";
import { describe, expect, it } from "vitest";
import { connect, disconnect, embeddedEngine } from "#models/db/connection.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { listLifted, makeReady, MIGRATIONS } from "#models/migrations/migrate.server";
import { UserModel } from "#models/user.server";
import { moveToTrash, readEntry } from "~/domain/journal/entries/entries.server";
import { eraseEntry, listTrash } from "~/domain/journal/history/trash.server";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { env } from "~/platform/env.server";
import { reloadKeyRing } from "~/platform/secrets.server";
import "#models/all.server";

const folders = "tests/fixtures/data-folders";
const versions = readdirSync(folders).filter((name) => /^\d/.test(name));

/** Puts a copy of the folder that a version left in the place of this process's own, and opens it as a start does. */
async function openFolderOf(version: string): Promise<string[]> {
  await disconnect();
  rmSync(env.DATA_DIR, { recursive: true });
  mkdirSync(path.join(env.DATA_DIR, "db"), { recursive: true, mode: 0o700 });
  for (const file of ["db/database.sqlite", "secrets.json"]) {
    const packed = readFileSync(path.join(folders, version, `${path.basename(file)}.gz`));
    writeFileSync(path.join(env.DATA_DIR, file), gunzipSync(packed), { mode: 0o600 });
  }
  reloadKeyRing();
  await connect();
  return makeReady();
}

describe.skipIf(process.env.MONGODB_URI).each(versions)("the data folder of version %s", (version) => {
  it("opens with all that was written, and goes on", async () => {
    const names = MIGRATIONS.map(({ name }) => name);
    expect(await openFolderOf(version)).toEqual(names);
    // The second start finds it done.
    expect(await makeReady()).toEqual([]);
    expect((await listLifted()).map(({ _id }) => _id).sort()).toEqual([...names].sort());
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

it("a folder of this version is there for the next", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(versions).toContain(version);
});
