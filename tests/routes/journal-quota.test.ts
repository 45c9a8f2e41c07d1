import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { CoachMessageModel } from "#models/coaches.server";
import { countJournalBytes } from "#models/db/journal-size.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PictureModel } from "#models/picture.server";
import { PrayerModel } from "#models/prayers.server";
import { OwnPromptModel } from "#models/prompts.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { aPage, createEntry } from "#tests/factories/journal-entry";
import { tripsOf } from "#tests/support/count-round-trips";
import { see as open, readMember, send, signIn } from "#tests/support/member-session";
import { uploadJournal } from "#tests/support/upload-journal";
import { addDays } from "~/domain/calendar/local-day";
import { startThread } from "~/domain/coaches/threads.server";
import { moveToTrash } from "~/domain/journal/entries/entries.server";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import { eraseEntry } from "~/domain/journal/history/trash.server";
import { storePicture } from "~/domain/journal/pictures/pictures.server";
import { JOURNAL_FULL, JournalFullError } from "~/domain/limits/journal-quota";
import { readQuotaUse, storeWithinQuota } from "~/domain/limits/journal-quota.server";
import type { Member } from "~/domain/member/member";
import { runImport } from "~/domain/portability/run-import.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import * as health from "~/routes/admin/system-health";
import * as coach from "~/routes/member/coaches/thread/route";
import * as dashboard from "~/routes/member/dashboard/route";
import * as edit from "~/routes/member/journal/entry-edit/route";
import * as free from "~/routes/member/journal/free/route";
import * as prayers from "~/routes/member/journal/prayers/route";
import * as prompts from "~/routes/member/journal/prompts/route";
import * as slot from "~/routes/member/journal/reflection/route";
import * as importPage from "~/routes/member/settings/data-import/route";
import * as dataPage from "~/routes/member/settings/data/route";

const MB = 1024 * 1024;
const NOW = new Date("2026-11-21T06:12:00Z");
let user: UserRecord;
let owner: Member;

beforeEach(async () => {
  setClock(() => NOW);
  env.JOURNAL_QUOTA_MB = 1;
  ({ user, member: owner } = await signIn({ subscriptionTier: "tier2" }));
});

const room = async () => (await UserModel.findById(user._id).lean())?.room;
/** A text without repetitions, which cannot be compressed. */
const text = (bytes: number) => "é ".repeat(Math.ceil(bytes / 3));
/** Marks the journal as having used `bytes`, just counted. */
const setUse = (bytes: number, countedAt = NOW) =>
  UserModel.updateOne({ _id: user._id }, { $set: { room: { bytes, counted: bytes, countedAt } } });

const finish = (body: string) => send(free, "/journal/free", { body, intent: "finish" });

describe("the quota of a journal", () => {
  it("is consumed by entries, and costs no query for a typical save", { tags: ["release"] }, async () => {
    env.JOURNAL_QUOTA_MB = 1024;
    await finishEntry(owner, aPage({ body: "a first day" }), {});
    expect(await tripsOf(() => finishEntry(owner, aPage({ body: "a quiet day" }), {}))).toEqual([
      ["insertOne"],
      ["deleteOne"],
    ]);
    for (let at = 0; at < 4; at++) await finishEntry(owner, aPage({ body: text(40_000) }), {});
    expect((await room())?.bytes).toBeGreaterThan(100_000);
    expect((await readQuotaUse(await readMember())).bytes).toBeGreaterThan(160_000);
  });

  it("is announced before it is reached, to the member and to the operator", async () => {
    const see = async () => {
      const { data } = await open(dataPage, "/settings/data");
      return { data, first: (await open(dashboard, "/dashboard")).data };
    };
    await createEntry(owner);
    await setUse(0.8 * MB);
    expect(await see()).toMatchObject({ data: { room: null }, first: { isNearlyFull: false } });
    await setUse(0.95 * MB);
    expect(await see()).toMatchObject({
      data: { room: { text: expect.stringContaining("1 MB of your 1 MB") as string } },
      first: { isNearlyFull: true },
    });
    await signIn({ isAdmin: true, _id: 1 });
    const shown = await open(health, "/admin/system-health");
    expect(JSON.stringify(shown.data)).toContain("1 MB each at most (JOURNAL_QUOTA_MB); nearly full: 1");
  });

  it("is enforced by every form that stores, beside the field and with its input kept", async () => {
    const entry = await createEntry(owner);
    const thread = await startThread(owner, "rhythm", { entryIds: [], passage: "" });
    if (!thread.ok) throw new Error(thread.code);
    const count = () =>
      Promise.all([
        JournalEntryModel.countDocuments({}),
        PrayerModel.countDocuments({}),
        OwnPromptModel.countDocuments({}),
        CoachMessageModel.countDocuments({}),
      ]);
    const before = await count();
    await setUse(MB - 100);
    const words = "Words that someone has thought about for an hour.";
    const threadId = thread.id;
    const entryId = entry._id;
    const answers = [
      ["body", await finish(words)],
      ["body", await send(free, "/journal/free", { body: words, intent: "draft" })],
      ["thanks", await send(slot, "/journal/morning", { thanks: words }, { slot: "morning" })],
      [
        "body",
        await send(edit, `/journal/entries/${entryId}/edit`, { body: words, version: "1" }, { entryId }),
      ],
      ["name", await send(prayers, "/journal/prayers", { intent: "add", name: words, rhythm: "daily" })],
      ["text", await send(prompts, "/journal/prompts", { intent: "add", text: words, slot: "any" })],
      [
        "message",
        await send(coach, `/coaches/threads/${threadId}`, { intent: "send", message: words }, { threadId }),
      ],
    ] as const;
    for (const [field, { status, data }] of answers) {
      expect([field, status]).toEqual([field, 413]);
      expect(data).toMatchObject({
        notice: { title: JOURNAL_FULL.title },
        lastResult: { error: { [field]: [JOURNAL_FULL.field] }, initialValue: { [field]: words } },
      });
    }
    expect(await count()).toEqual(before);
  });

  it("stops an import, which continues when there is space again", { tags: ["release"] }, async () => {
    const entries = [1, 2].map((day) => `---\ndate: 2026-11-0${day}\n---\n\n${text(10_000)}`).join("\n\n");
    const upload = await uploadJournal(owner, "journal.md", Buffer.from(entries));
    if (!upload.ok) throw new Error(upload.code);
    await setUse(MB - 100);
    const path = `/settings/data/import/${upload.id}`;
    const params = { importId: upload.id };
    const refused = await send(importPage, path, { intent: "confirm" }, params);
    expect(refused).toMatchObject({ status: 413, data: { notice: { title: JOURNAL_FULL.title } } });
    expect(await JournalEntryModel.countDocuments({})).toBe(0);
    expect(await TransferFileModel.countDocuments({ purpose: "part" })).toBeGreaterThan(0);
    await setUse(0);
    expect(await runImport(await readMember(), upload.id)).toBe("done");
    expect(await JournalEntryModel.countDocuments({})).toBeGreaterThan(0);
  });

  it("stops an import of drafts when it is reached", { tags: ["release"] }, async () => {
    const drafts = Array.from({ length: 60 }, (_, at) => ({
      kind: "free",
      slot: at % 2 === 0 ? "morning" : "evening",
      forDate: addDays("2026-01-01", at),
      createdAt: "2026-11-01T10:00:00Z",
      updatedAt: "2026-11-01T10:00:00Z",
      body: randomBytes(67_500).toString("base64"),
    }));
    const file = { schema: "still-and-know/journal", version: 1, entries: [], drafts };
    const upload = await uploadJournal(owner, "drafts.json", Buffer.from(JSON.stringify(file)));
    if (!upload.ok) throw new Error(upload.code);
    await expect(runImport(owner, upload.id)).rejects.toThrow(JournalFullError);
    expect(await JournalEntryModel.countDocuments({ status: "draft" })).toBeGreaterThan(5);
    expect(await countJournalBytes(owner.id)).toBeLessThanOrEqual(MB);
  });

  it("is released at once when something is erased", async () => {
    const { _id } = await createEntry(owner, { content: { body: text(20_000) } });
    await setUse(MB - 100);
    await moveToTrash(owner, _id);
    expect((await finish("again")).status).toBe(413);
    await eraseEntry(await readMember(), _id);
    expect((await finish("again")).status).toBe(302);
    // The quota now counts the new entry alone.
    expect((await room())?.bytes).toBeLessThan(5_000);
  });

  it("is counted again after many texts were replaced", async () => {
    await createEntry(owner, { content: { body: text(90_000) } });
    await UserModel.updateOne({ _id: user._id }, { $set: { "room.bytes": MB } });
    expect((await finish("one more")).status).toBe(302);
    expect((await room())?.bytes).toBeLessThan(200_000);
  });

  it("rejects pictures of concurrent forms when they exceed it together", async () => {
    const save = (nth: number) =>
      storePicture(
        owner,
        { id: String(nth).padStart(22, "p"), holder: "free" },
        { large: randomBytes(220_000), small: randomBytes(5_000), width: 900, height: 600 },
      );
    const saves = await Promise.allSettled(Array.from({ length: 24 }, (_, nth) => save(nth)));
    const refused = saves.flatMap((save) => (save.status === "rejected" ? [save.reason as unknown] : []));
    expect(refused).toHaveLength(20);
    expect(refused.every((reason) => reason instanceof JournalFullError)).toBe(true);
    expect(await PictureModel.countDocuments({})).toBe(4);
    expect(await countJournalBytes(owner.id)).toBeLessThanOrEqual(MB);
  });

  const store = (bytes: number, run: Parameters<typeof storeWithinQuota>[2] = async () => {}) =>
    storeWithinQuota(owner, [{ bytes }], run);

  it("keeps a reservation while the journal is counted", async () => {
    let end = () => {};
    const storing = store(600_000, () => new Promise<void>((done) => (end = done)));
    await expect(store(600_000)).rejects.toThrow(JournalFullError);
    expect((await room())?.counted).toBe(0);
    await expect(store(600_000)).rejects.toThrow(JournalFullError);
    end();
    await storing;
  });

  it("postpones the count while another process is storing", async () => {
    const charge = { bytes: 0.95 * MB, counted: 0, countedAt: new Date(0), chargedBy: "another" };
    await UserModel.updateOne({ _id: user._id }, { $set: { room: { ...charge, chargedAt: NOW } } });
    await expect(store(200_000)).rejects.toThrow(JournalFullError);
    setClock(() => new Date(NOW.getTime() + 31_000));
    await expect(store(200_000)).resolves.toBeUndefined();
  });

  it("releases a reservation when its save fails or releases it", async () => {
    const failing = () => store(900_000, () => Promise.reject(new Error("The disk is full.")));
    for (let at = 0; at < 3; at++) await expect(failing()).rejects.toThrow("The disk is full.");
    await store(900_000, (release) => Promise.resolve(release()));
    await expect(store(900_000)).resolves.toBeUndefined();
  });

  it("is not exceeded by many concurrent saves", async () => {
    await setUse(0.95 * MB);
    const answers = await Promise.all(Array.from({ length: 10 }, () => finish(text(15_000))));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 413)).toHaveLength(7);
    expect(await JournalEntryModel.countDocuments({})).toBe(3);
  });
});
