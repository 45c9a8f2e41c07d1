import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CheckReportModel } from "#models/check-report.server";
import { PrayerRotationModel } from "#models/prayer-rotation.server";
import { PrayerModel } from "#models/prayer.server";
import { UserModel } from "#models/user.server";
import { createMember } from "#tests/factories/user";
import { restoreHere } from "#tests/support/stopped-instance";
import { checkIntegrity, TTL_COLLECTIONS } from "~/domain/administration/database.server";
import { rewrapDataKeys } from "~/domain/identity/key-wrapping.server";
import { addIntentions, exportIntentions } from "~/domain/journal/prayers/add-intentions.server";
import { layDownIntention, restIntention } from "~/domain/journal/prayers/change-intention.server";
import type { Intention } from "~/domain/journal/prayers/intention";
import { selectionToPray } from "~/domain/journal/prayers/rotation.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { secrets } from "~/platform/secrets.server";
import { backup } from "../../scripts/commands/backup";

/** Names that occur nowhere else, so that a search for them finds every leak. */
const NAMES = ["Zebulonite", "Naphtalian", "Issacharite", "Asherwood"];

let folder: string;
let member: Member;
let before: { all: Intention[]; arc: Intention[] };

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "prayers-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(person: Member) {
  const all: Intention[] = [];
  for await (const intention of exportIntentions(person)) all.push(intention);
  return { all, arc: await selectionToPray(person) };
}

/** Two in rotation, one daily, one at rest, one laid down. */
beforeEach(async () => {
  member = await createMember();
  await addIntentions(member, { names: NAMES, line: "Simeonstone", rhythm: { kind: "turn" } });
  await addIntentions(member, { names: ["Reubenesque"], line: "", rhythm: { kind: "daily" } });
  const { all } = await read(member);
  const idOf = (name: string | undefined) => all.find((each) => each.name === name)?.id ?? "";
  await restIntention(member, idOf(NAMES[2]));
  await layDownIntention(member, idOf(NAMES[3]), "Gadfielder");
  before = await read(member);
  expect([before.all.length, before.arc.length]).toEqual([5, 3]);
});

const WORDS = [...NAMES, "Simeonstone", "Reubenesque", "Gadfielder"];
const wordsIn = (bytes: Buffer) =>
  WORDS.filter((word) => bytes.toString("latin1").toLowerCase().includes(word.toLowerCase()));

// while-people-write.test.ts covers moving them to another server.
describe("intentions", () => {
  it("are encrypted in a backup and restored with their rotation", async () => {
    const file = path.join(folder, "journal.backup");
    await backup([file]);
    expect(wordsIn(readFileSync(file))).toEqual([]);
    await PrayerModel.deleteMany({});
    await PrayerRotationModel.deleteMany({});
    await restoreHere(file);
    expect(await read(member)).toEqual(before);
  });

  it("are readable after a key rotation without the old key", async () => {
    const ring = secrets.keyRing;
    const next = [{ id: "next", key: Buffer.alloc(32, 9) }, ...ring];
    await rewrapDataKeys(next);
    secrets.keyRing = next.slice(0, 1);
    try {
      const record = await UserModel.findById(member.id).lean();
      if (!record) throw new Error("The account is gone.");
      expect(await read(memberFrom(record))).toEqual(before);
      // A missing key would cause a reload, which adds the old key from the secrets file.
      expect(secrets.keyRing.map(({ id }) => id)).toEqual(["next"]);
    } finally {
      secrets.keyRing = ring;
    }
  });

  it("are reported by the integrity check when unencrypted or without an owner", async () => {
    const report = async () => {
      await checkIntegrity();
      const { looked, problems } = (await CheckReportModel.findById("integrity").lean()) ?? {};
      const count = looked?.find(({ what }) => what.startsWith("people and intentions"))?.count;
      return { count, problems };
    };
    expect(await report()).toEqual({ count: 6, problems: [] });
    const [first] = before.all;
    const _id = `${member.id}.${first?.id}`;
    await PrayerModel.updateOne({ _id }, { $set: { sealed: Buffer.from("Zebulonite, in the clear") } });
    await PrayerRotationModel.create({ _id: 777, userId: 777, version: 1, sealed: Buffer.alloc(64) });
    const { problems } = await report();
    expect(problems).toContain(`The record ${_id} of what is held in prayer is not encrypted.`);
    expect(problems).toContain("The record 777 of what is held in prayer is not encrypted.");
    expect(problems?.join("\n")).toMatch(/prayerTurns.* 777, who no longer exists/);
  });

  it("never expire", async () => {
    for (const { collection, schema } of [PrayerModel, PrayerRotationModel]) {
      expect(Object.keys(TTL_COLLECTIONS)).not.toContain(collection.collectionName);
      expect(schema.indexes().filter(([, { expireAfterSeconds }]) => expireAfterSeconds)).toEqual([]);
    }
  });
});
