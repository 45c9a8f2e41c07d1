import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { start } from "embedded-mongodb";
import mongoose from "mongoose";
import { afterEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import { moveBack, restoreHere } from "#tests/support/stopped-instance";
import { startThread } from "~/domain/coaches/threads.server";
import { rewrapDataKeys } from "~/domain/identity/key-wrapping.server";
import { EMPTY_CONTENT } from "~/domain/journal/entries/content";
import { editEntry } from "~/domain/journal/entries/edit-entry.server";
import { readEntry } from "~/domain/journal/entries/entries.server";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import { addIntentions } from "~/domain/journal/prayers/add-intentions.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { secrets } from "~/platform/secrets.server";
import { backup, moveDatabase } from "../../scripts/commands/backup";

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(path.join(tmpdir(), "writing-"));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

const memberNow = async (id: number) => memberFrom((await UserModel.findById(id).lean()) as UserRecord);

/** Someone who writes one entry after the other, as their record is at that moment, until they are told to stop. */
function writer(id: number) {
  const kept: { id: string; body: string }[] = [];
  let isOver = false;
  const write = async () => {
    while (!isOver) {
      const body = `Number ${kept.length} of ${id}`;
      const page = { kind: "free", slot: "none", promptSet: "", promptIds: [], passageRef: "" } as const;
      const writing = { ...page, promptIds: [], forDate: now().toISOString().slice(0, 10) };
      const result = await finishEntry(
        await memberNow(id),
        { ...writing, content: { ...EMPTY_CONTENT, body } },
        {},
      );
      if (!result.ok) throw new Error(result.code);
      kept.push({ id: result.id, body });
    }
  };
  const done = write();
  const stop = async () => {
    isOver = true;
    await done;
    return kept;
  };
  return { kept, stop };
}

async function reached(kept: readonly unknown[], count: number): Promise<void> {
  while (kept.length < count) await new Promise((resolve) => setImmediate(resolve));
}

async function expectReadable(id: number, kept: readonly { id: string; body: string }[]): Promise<void> {
  const member = await memberNow(id);
  for (const entry of kept) expect((await readEntry(member, entry.id))?.content?.body).toBe(entry.body);
}

describe("while people write", () => {
  it("keys are rotated, and everything is read with the new one alone", async () => {
    const people = [await createMember(), await createMember()];
    const old = secrets.keyRing;
    secrets.keyRing = [{ id: "next", key: Buffer.alloc(32, 9) }, ...old];
    try {
      const writers = people.map(({ id }) => writer(id));
      for (const { kept } of writers) await reached(kept, 3);
      expect(await rewrapDataKeys()).toBe(2);
      for (const { kept } of writers) await reached(kept, kept.length + 3);
      const written = await Promise.all(writers.map(({ stop }) => stop()));
      // Said by the records too: a process may remember what an older key has opened.
      expect(await UserModel.distinct("crypto.keyId")).toEqual(["next"]);
      secrets.keyRing = secrets.keyRing.slice(0, 1);
      for (const [at, { id }] of people.entries()) await expectReadable(id, written[at] ?? []);
    } finally {
      secrets.keyRing = old;
    }
  });

  it("a backup holds all that was acknowledged before it began, each once", async () => {
    const { id } = await createMember();
    const { kept, stop } = writer(id);
    await reached(kept, 5);
    const before = [...kept];
    const file = path.join(folder(), "journal.backup");
    const all = await backup([file]).then(stop, async (error: unknown) => {
      await stop();
      throw error;
    });
    await restoreHere(file);
    await expectReadable(id, before);
    const there = await JournalEntryModel.find({}, { _id: 1 }).lean();
    const known = new Set(all.map((entry) => entry.id));
    // What came while it was made may be in it or not, whole and once.
    expect(there.length).toBeGreaterThanOrEqual(before.length);
    expect(there.filter(({ _id }) => !known.has(_id))).toEqual([]);
    expect(new Set(there.map(({ _id }) => _id)).size).toBe(there.length);
  });
});

/** Every record of every collection as its bytes, by collection. */
async function everything(db: mongoose.mongo.Db): Promise<Map<string, string[]>> {
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

async function furnish(member: Member): Promise<void> {
  const entry = await createEntry(member, { content: { body: "one" } });
  await createEntry(member, { content: { body: "two" } });
  const edit = { title: "", body: "changed", tags: ["a"], mood: "calm", answers: {} };
  await editEntry(member, entry._id, edit, 1);
  await addIntentions(member, { names: ["Ann"], line: "", rhythm: { kind: "turn" } });
  await startThread(member, "rhythm", { entryIds: [], passage: "" });
}

describe("moving to another server and back", () => {
  it("leaves every record byte for byte as it was", async () => {
    for (let nth = 0; nth < 3; nth++) await furnish(await createMember({ subscriptionTier: "tier2" }));
    const here = () => mongoose.connection.db as unknown as mongoose.mongo.Db;
    const engine = await start({ dataDir: folder() });
    const client = new mongoose.mongo.MongoClient(engine.uri);
    try {
      const before = await everything(here());
      expect([...before.keys()]).toEqual(
        expect.arrayContaining(["journalEntries", "entryVersions", "prayers", "prayerTurns"]),
      );
      await moveDatabase([engine.uri]);
      expect(await everything(client.db())).toEqual(before);
      for (const model of Object.values(mongoose.models)) await model.collection.deleteMany({});
      await moveBack(engine.uri);
      expect(await everything(here())).toEqual(before);
    } finally {
      await client.close();
      await engine.stop();
    }
  });
});
