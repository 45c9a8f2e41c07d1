import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CheckReportModel } from "#models/operations.server";
import { PrayerModel, PrayerRotationModel } from "#models/prayers.server";
import { createMember } from "#tests/factories/user";
import { restoreBackup } from "#tests/support/stopped-instance";
import { checkIntegrity, TTL_COLLECTIONS } from "~/domain/administration/database.server";
import {
  addIntentions,
  exportIntentions,
  layDownIntention,
  restIntention,
} from "~/domain/journal/prayers/change-intentions.server";
import type { Intention } from "~/domain/journal/prayers/intention";
import { selectionToPray } from "~/domain/journal/prayers/rotation.server";
import type { Member } from "~/domain/member/member";
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

async function read(owner: Member) {
  const all: Intention[] = [];
  for await (const intention of exportIntentions(owner)) all.push(intention);
  return { all, arc: await selectionToPray(owner) };
}

/** Five intentions: two in rotation, one daily, one at rest, one laid down. */
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
const findWords = (bytes: Buffer) =>
  WORDS.filter((word) => bytes.toString("latin1").toLowerCase().includes(word.toLowerCase()));

// concurrent-writes.test.ts covers moving them to another server.
describe("intentions", () => {
  it("are encrypted in a backup and restored with their rotation", { tags: ["release"] }, async () => {
    const file = path.join(folder, "journal.backup");
    await backup([file]);
    expect(findWords(readFileSync(file))).toEqual([]);
    await PrayerModel.deleteMany({});
    await PrayerRotationModel.deleteMany({});
    await restoreBackup(file);
    expect(await read(member)).toEqual(before);
  });

  it(
    "are reported by the integrity check when unencrypted or without an owner",
    { tags: ["release"] },
    async () => {
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
    },
  );

  it("never expire", async () => {
    for (const { collection, schema } of [PrayerModel, PrayerRotationModel]) {
      expect(Object.keys(TTL_COLLECTIONS)).not.toContain(collection.collectionName);
      expect(schema.indexes().filter(([, { expireAfterSeconds }]) => expireAfterSeconds)).toEqual([]);
    }
  });
});
