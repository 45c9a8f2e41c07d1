import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { start } from "embedded-mongodb";
import mongoose from "mongoose";
import { afterEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember, readMember } from "#tests/factories/user";
import { moveToEmbedded, restoreBackup } from "#tests/support/stopped-instance";
import { startThread } from "~/domain/coaches/threads.server";
import { rewrapDataKeys } from "~/domain/identity/key-wrapping.server";
import { EMPTY_CONTENT } from "~/domain/journal/entries/content";
import { editEntry, readEntry } from "~/domain/journal/entries/entries.server";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import { addIntentions } from "~/domain/journal/prayers/change-intentions.server";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { secrets } from "~/platform/secrets.server";
import { backup, moveDatabase } from "../../scripts/commands/backup";

const folders: string[] = [];
const folder = () => {
  const created = mkdtempSync(path.join(tmpdir(), "writing-"));
  folders.push(created);
  return created;
};
afterEach(() => {
  for (const created of folders.splice(0)) rmSync(created, { recursive: true, force: true });
});

/** Writes one entry after the other as the current member until `stop`. */
function startWriter(id: number) {
  const saved: { id: string; body: string }[] = [];
  let isStopped = false;
  const write = async () => {
    while (!isStopped) {
      const body = `Number ${saved.length} of ${id}`;
      const page = { kind: "free", slot: "none", promptSet: "", promptIds: [], passageRef: "" } as const;
      const writing = { ...page, promptIds: [], forDate: now().toISOString().slice(0, 10) };
      const result = await finishEntry(
        await readMember(id),
        { ...writing, content: { ...EMPTY_CONTENT, body } },
        {},
      );
      if (!result.ok) throw new Error(result.code);
      saved.push({ id: result.id, body });
    }
  };
  const done = write();
  const stop = async () => {
    isStopped = true;
    await done;
    return saved;
  };
  return { saved, stop };
}

async function waitForCount(saved: readonly unknown[], count: number): Promise<void> {
  while (saved.length < count) await new Promise((resolve) => setImmediate(resolve));
}

async function expectReadable(id: number, saved: readonly { id: string; body: string }[]): Promise<void> {
  const member = await readMember(id);
  for (const entry of saved) expect((await readEntry(member, entry.id))?.content?.body).toBe(entry.body);
}

describe("during concurrent writes", () => {
  it("rotates the keys so that the new one alone decrypts every entry", async () => {
    const people = [await createMember(), await createMember()];
    const old = secrets.keyRing;
    secrets.keyRing = [{ id: "next", key: Buffer.alloc(32, 9) }, ...old];
    try {
      const writers = people.map(({ id }) => startWriter(id));
      for (const { saved } of writers) await waitForCount(saved, 3);
      expect(await rewrapDataKeys()).toBe(2);
      for (const { saved } of writers) await waitForCount(saved, saved.length + 3);
      const written = await Promise.all(writers.map(({ stop }) => stop()));
      expect(await rewrapDataKeys()).toBe(0);
      // Checked in the records too, because the process caches unwrapped keys.
      expect(await UserModel.distinct("crypto.keyId")).toEqual(["next"]);
      secrets.keyRing = secrets.keyRing.slice(0, 1);
      for (const [at, { id }] of people.entries()) await expectReadable(id, written[at] ?? []);
      // A missing key would cause a reload, which adds the old key from the secrets file.
      expect(secrets.keyRing.map(({ id }) => id)).toEqual(["next"]);
    } finally {
      secrets.keyRing = old;
    }
  });

  it("backs up every entry acknowledged before the backup exactly once", { tags: ["release"] }, async () => {
    const { id } = await createMember();
    const { saved, stop } = startWriter(id);
    await waitForCount(saved, 5);
    const before = [...saved];
    const file = path.join(folder(), "journal.backup");
    const all = await backup([file]).then(stop, async (error: unknown) => {
      await stop();
      throw error;
    });
    await restoreBackup(file);
    await expectReadable(id, before);
    const there = await JournalEntryModel.find({}, { _id: 1 }).lean();
    const known = new Set(all.map((entry) => entry.id));
    // Entries written during the backup may be in it or not, but not twice.
    expect(there.length).toBeGreaterThanOrEqual(before.length);
    expect(there.filter(({ _id }) => !known.has(_id))).toEqual([]);
    expect(new Set(there.map(({ _id }) => _id)).size).toBe(there.length);
  });
});

/** The records of each collection as BSON. */
async function readAll(db: mongoose.mongo.Db): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const { collection } of Object.values(mongoose.models)) {
    const records = await db.collection(collection.collectionName).find().sort({ _id: 1 }).toArray();
    const bytes = records.map((record) =>
      Buffer.from(mongoose.mongo.BSON.serialize(record)).toString("base64"),
    );
    if (bytes.length > 0) found.set(collection.collectionName, bytes);
  }
  return found;
}

async function seed(member: Member): Promise<void> {
  const entry = await createEntry(member, { content: { body: "one" } });
  await createEntry(member, { content: { body: "two" } });
  const edit = { title: "", body: "changed", tags: ["a"], mood: "calm", answers: {} };
  await editEntry(member, entry._id, edit, 1);
  await addIntentions(member, { names: ["Ann"], line: "", rhythm: { kind: "turn" } });
  await startThread(member, "rhythm", { entryIds: [], passage: "" });
}

describe("move to another server and back", () => {
  it("preserves every record byte for byte", { tags: ["release"] }, async () => {
    for (let nth = 0; nth < 3; nth++) await seed(await createMember({ subscriptionTier: "tier2" }));
    const here = () => mongoose.connection.db as unknown as mongoose.mongo.Db;
    const engine = await start({ dataDir: folder() });
    const client = new mongoose.mongo.MongoClient(engine.uri);
    try {
      const before = await readAll(here());
      expect([...before.keys()]).toEqual(
        expect.arrayContaining(["journalEntries", "entryVersions", "prayers", "prayerTurns"]),
      );
      await moveDatabase([engine.uri]);
      expect(await readAll(client.db())).toEqual(before);
      for (const model of Object.values(mongoose.models)) await model.collection.deleteMany({});
      await moveToEmbedded(engine.uri);
      expect(await readAll(here())).toEqual(before);
    } finally {
      await client.close();
      await engine.stop();
    }
  });
});
