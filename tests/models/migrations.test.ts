/** @module-tag release */
import { fork } from "node:child_process";
import { once } from "node:events";
import mongoose from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { countJournalBytes } from "#models/db/journal-size.server";
import { listAppliedMigrations, migrate, MIGRATIONS } from "#models/migrations/migrations.server";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createUser } from "#tests/factories/user";
import { stopAfterWrites } from "#tests/support/stop-at-write";
import { memberFrom } from "~/domain/member/current-member.server";
import "#models/all.server";

const NAMES = MIGRATIONS.map(({ name }) => name);
const db = () => {
  const { db } = mongoose.connection;
  if (!db) throw new Error("not connected");
  return db;
};
const users = () => db().collection("users");
let ids: { giver: number; plain: number };

/** Records in the shapes of the first versions. */
beforeEach(async () => {
  for (const name of ["migrations", "activityDays", "shownPassages"])
    await db().collection(name).deleteMany({});
  const giver = await createUser();
  const plain = await createUser({ createdAt: new Date("2026-03-02T10:00:00Z"), seenTour: true });
  ids = { giver: giver._id, plain: plain._id };
  await createEntry(memberFrom(giver), { content: { body: "The heron stood." } });
  const missing = [
    "room",
    "prayer",
    "rhythm",
    "reminders",
    "look.withoutDayColour",
    "sealing",
    "notifications",
  ];
  await users().updateMany(
    {},
    { $unset: Object.fromEntries([...missing, "twoStep"].map((name) => [name, ""])) },
  );
  await users().updateOne(
    { _id: ids.giver as never },
    { $set: { subscriptionTier: "tier2", lastSeenAt: new Date("2026-07-09T05:55:00Z"), "look.serif": true } },
  );
  await users().updateOne({ _id: ids.plain as never }, { $set: { lastSeenAt: null, "prayer.length": 20 } });
  await users().createIndex({ lastSeenAt: 1 });
  await db().collection("activityDays").insertOne({ day: "2026-11-01" });
  await db().collection("shownPassages").insertOne({ day: "2026-11-01" });
  const day = { _id: "2026-11-01" as never };
  await db()
    .collection("dailyFigures")
    .insertOne({ ...day, signUps: 3, active: 9, back1: 2 });
  await db()
    .collection("dailyScripture")
    .insertOne({ ...day, prayed: [], begun: [], answered: [], shown: [{ name: "x", count: 1, verses: 0 }] });
});

async function expectMigrated(): Promise<void> {
  const giver = await UserModel.findById(ids.giver).orFail().lean();
  const plain = await UserModel.findById(ids.plain).orFail().lean();
  expect(memberFrom(giver)).toMatchObject({
    plan: { tier: "tier2", source: "gift", endsAt: null },
    prayer: { passagePlan: "season", length: 0, shape: { morning: [], evening: [] } },
    look: { serif: true, withoutDayColour: false },
    reminders: { morning: true, push: false },
    hasTwoStep: false,
    sealed: null,
  });
  expect(memberFrom(plain)).toMatchObject({
    plan: { tier: "free" },
    prayer: { length: 20, translation: "web" },
    seenTour: true,
  });
  expect(plain).not.toHaveProperty("plan");
  const bytes = await countJournalBytes(ids.giver);
  expect(bytes).toBeGreaterThan(500);
  expect([giver.room.bytes, plain.room.bytes]).toEqual([bytes, 0]);
  expect([giver.lastUsedMonth, plain.lastUsedMonth]).toEqual(["2026-07", "2026-03"]);
  expect(await users().countDocuments({ lastSeenAt: { $exists: true } })).toBe(0);
  expect(await db().collection("dailyFigures").findOne({})).toEqual({ _id: "2026-11-01", signUps: 3 });
  expect(await db().collection("dailyScripture").findOne({})).toMatchObject({
    served: [],
    shown: [{ name: "x" }],
    changed: [],
  });
  const names = (await db().listCollections().toArray()).map(({ name }) => name);
  expect(names).not.toContain("activityDays");
  expect(names).not.toContain("shownPassages");
}

describe("migrations", () => {
  it("run once and are recorded", async () => {
    expect(await migrate()).toEqual(NAMES);
    await expectMigrated();
    expect((await listAppliedMigrations()).map(({ _id }) => _id).sort()).toEqual([...NAMES].sort());
    const before = await users().find().toArray();
    expect(await migrate()).toEqual([]);
    expect(await users().find().toArray()).toEqual(before);
  });

  it("complete and are recorded once when two runs are concurrent", async () => {
    await Promise.all([migrate(), migrate()]);
    await expectMigrated();
    expect(await listAppliedMigrations()).toHaveLength(NAMES.length);
  });

  it.each([0, 1, 2, 3, 5, 8, 13, 21, 34, 40, 45])(
    "continue at the next start after a stop at write %i",
    async (writes) => {
      expect(await stopAfterWrites(writes, migrate)).toBe(false);
      await migrate();
      await expectMigrated();
      expect(await migrate()).toEqual([]);
    },
  );

  it.each([2, 20, 44])("continue at the next start after SIGKILL at write %i", async (write) => {
    const child = fork("tests/support/start-child.mjs", ["migration-child/steps"], { env: process.env });
    const exit = once(child, "exit");
    for (let nth = 0; nth < write; nth++) {
      await once(child, "message");
      if (nth < write - 1) child.send("go on");
    }
    child.kill("SIGKILL");
    await exit;
    expect((await listAppliedMigrations()).length).toBeLessThan(NAMES.length);
    await migrate();
    await expectMigrated();
  });
});
