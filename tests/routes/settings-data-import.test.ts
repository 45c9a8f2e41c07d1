import type { ActionFunctionArgs } from "@remix-run/node";
import sharp from "sharp";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { anEdit, createEntry } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { makeZip } from "#tests/support/make-zip";
import { answer, load, ORIGIN, submit as submitForm, type Answered } from "#tests/support/request";
import { fileEntry, journalFile } from "#tests/support/upload-journal";
import { startSession } from "~/domain/identity/sessions.server";
import { editEntry } from "~/domain/journal/entries/entries.server";
import { journalKeys, openContent } from "~/domain/journal/entries/sealed-content.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { ImportState } from "~/domain/portability/import-preview";
import { sessionCookie } from "~/http/cookies.server";
import { setClock, setWait } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { action, loader } from "~/routes/member/settings/data-import/route";
import { action as dataAction, loader as dataLoader } from "~/routes/member/settings/data/route";

const FILE = "---\ndate: 2026-01-02\ntags: [bird]\n---\n# Heron\n\nIt stood still.\n";

type Sent = { name: string; content: string | Uint8Array };

const upload = (
  session: string | undefined,
  file: string | Uint8Array | null,
  { name = "2026-01-02.md", fields = {} }: { name?: string; fields?: Record<string, string> } = {},
) => uploadAll(session, file === null ? [] : [{ name, content: file }], fields);

async function uploadAll(
  session: string | undefined,
  files: readonly Sent[],
  fields: Record<string, string> = {},
): Promise<Answered> {
  const body = new FormData();
  body.set("intent", "import");
  for (const [field, value] of Object.entries(fields)) body.set(field, value);
  for (const { name, content } of files) body.append("file", new File([content as BlobPart], name));
  const headers = new Headers({ Origin: ORIGIN });
  if (session) headers.set("Cookie", await sessionCookie.serialize(session));
  const request = new Request(`${ORIGIN}/settings/data`, { method: "POST", headers, body });
  const args = { request, params: {}, context: {} } as ActionFunctionArgs;
  return answer(() => dataAction(args));
}

const idOf = ({ location }: Answered) => location?.replace("/settings/data/import/", "") ?? "";
const openImport = (session: string, importId: string) =>
  load(loader, `/settings/data/import/${importId}`, { session, params: { importId } });
const submit = (session: string, importId: string, fields: Record<string, string>) =>
  submitForm(action, `/settings/data/import/${importId}`, fields, { session, params: { importId } });
const errorsOf = (result: Answered) =>
  (result.data as { lastResult: { error?: Record<string, string[]> } }).lastResult.error;

// No timeout while a file is read, so that its preview is there after the form.
beforeEach(() => setWait(() => new Promise<never>(() => undefined)));

describe("several files at once", () => {
  it("are imported together with pictures when one is an archive", { tags: ["release"] }, async () => {
    const { secret } = await createSignedIn();
    const zip = makeZip([{ name: "notes/2026-01-04.md", data: "From the zip." }]);
    const lake = sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } });
    const uploaded = await uploadAll(secret, [
      { name: "C:\\diary\\2026-01-02.md", content: "Words ![](lake.png)" },
      { name: "lake.png", content: await lake.png().toBuffer() },
      { name: "2026-01-03.txt", content: "w".repeat(300) },
      { name: "old.zip", content: zip },
      { name: "empty.md", content: "" },
      { name: "broken.zip", content: zip.subarray(0, 60) },
    ]);
    const id = idOf(uploaded);
    const { data } = await openImport(secret, id);
    expect(data).toMatchObject({
      preview: { fileName: "5 files", coming: 3, from: "2026-01-02", to: "2026-01-04", withPictures: 1 },
      examples: [{}, { content: { body: "w".repeat(300) } }, { content: { body: "From the zip." } }],
    });
    expect((data as ImportState).preview.leftOut).toEqual([
      { where: "broken.zip", why: "it is an archive that we cannot open" },
    ]);
    await submit(secret, id, { intent: "confirm" });
    expect(await JournalEntryModel.countDocuments()).toBe(3);
  });

  it(
    "are refused together when none can be read, or when there are more than two hundred",
    { tags: ["release"] },
    async () => {
      const { secret } = await createSignedIn();
      const unread = ["a.bin", "b.bin"].map((name) => ({ name, content: "?" }));
      expect(errorsOf(await uploadAll(secret, unread))?.file?.[0]).toMatch(
        /^There is nothing to read in these files/,
      );
      const many = (count: number) =>
        Array.from({ length: count }, (_, at) => ({ name: `2026-01-02 ${at}.md`, content: `Words ${at}` }));
      expect((await uploadAll(secret, many(201))).status).toBe(413);
      expect(await TransferFileModel.countDocuments()).toBe(0);
      const { data } = await openImport(secret, idOf(await uploadAll(secret, many(200))));
      expect(data).toMatchObject({ preview: { fileName: "200 files", coming: 200 } });
    },
  );
});

describe("a file with ambiguous days", () => {
  const AMBIGUOUS = { name: "05-06-2024.md" };
  const readAs = (order: string) => ({ intent: "days", order });
  const chunks = () => TransferFileModel.countDocuments({ purpose: { $in: ["reading", "upload-piece"] } });

  it(
    "can be read in the other order, and back again, until it is confirmed",
    { tags: ["release"] },
    async () => {
      const { secret } = await createSignedIn();
      const id = idOf(await upload(secret, "Words", AMBIGUOUS));
      const guess = (await openImport(secret, id)).data as ImportState & { canSwitchDays: boolean };
      expect(guess.canSwitchDays).toBe(true);
      const isMonth = guess.preview.guessedDays === "month";
      const [first, other] = isMonth ? ["2024-05-06", "2024-06-05"] : ["2024-06-05", "2024-05-06"];
      expect(guess.preview.from).toBe(first);
      const switched = await submit(secret, id, readAs(isMonth ? "day" : "month"));
      expect(switched.location).toBe(`/settings/data/import/${id}`);
      expect((await openImport(secret, id)).data).toMatchObject({
        ...{ stage: "preview", canSwitchDays: true },
        preview: { coming: 1, from: other, guessedDays: isMonth ? "day" : "month" },
      });
      await submit(secret, id, readAs(isMonth ? "month" : "day"));
      await submit(secret, id, readAs(isMonth ? "day" : "month"));
      await submit(secret, id, { intent: "confirm" });
      expect(await JournalEntryModel.find({}, { forDate: 1 }).lean()).toMatchObject([{ forDate: other }]);
      expect(await chunks()).toBe(0);
      // A confirmed import cannot be read again.
      await submit(secret, id, readAs("day"));
      expect((await openImport(secret, id)).data).toMatchObject({ stage: "done", added: 1 });
    },
  );

  it("is stored only until its import is confirmed or cancelled", { tags: ["release"] }, async () => {
    const { secret } = await createSignedIn();
    const { secret: stranger } = await createSignedIn();
    const id = idOf(await upload(secret, "Words", AMBIGUOUS));
    await submit(stranger, id, readAs("day"));
    await submit(stranger, id, { intent: "cancel" });
    expect(await chunks()).toBe(2);
    await submit(secret, id, { intent: "cancel" });
    expect(await TransferFileModel.countDocuments()).toBe(0);
    await upload(secret, FILE);
    expect(await chunks()).toBe(0);
  });

  it("keeps its order when another upload has replaced its file", { tags: ["release"] }, async () => {
    const { secret } = await createSignedIn();
    const id = idOf(await upload(secret, "Words", AMBIGUOUS));
    expect((await upload(secret, "{", { name: "a.json" })).status).toBe(400);
    const before = (await openImport(secret, id)).data;
    expect(before).toMatchObject({ stage: "preview", canSwitchDays: false });
    await submit(secret, id, readAs("day"));
    await submit(secret, id, readAs("month"));
    expect((await openImport(secret, id)).data).toEqual(before);
  });
});

describe("moods, places and weather of a file", () => {
  const NOTE = "---\nlocation: Norham\nweather: clear\n---\nWords";
  const importedBody = async (fields: Record<string, string>) => {
    const { user, secret } = await createSignedIn();
    const id = idOf(await upload(secret, NOTE));
    const line = "Place: Norham · Weather: clear";
    expect((await openImport(secret, id)).data).toMatchObject({
      preview: { details: { entries: 1, alone: 0, example: line }, left: { places: 1, weather: 1 } },
    });
    await submit(secret, id, { intent: "confirm", ...fields });
    const record = await JournalEntryModel.findOne({ userId: user._id }).orFail().lean();
    const { data } = await openImport(secret, id);
    const { withDetails } = data as ImportState;
    return { body: openContent(journalKeys(memberFrom(user)), record).body, withDetails };
  };

  it("become a line of text when the box is ticked", async () => {
    expect(await importedBody({ details: "on" })).toEqual({
      body: "Words\n\nPlace: Norham · Weather: clear",
      withDetails: true,
    });
  });

  it("are left out when the box is not ticked", async () => {
    expect(await importedBody({})).toEqual({ body: "Words", withDetails: false });
  });
});

it("imports text and picture of a saved web page whose file name contains a day", async () => {
  const { user, secret } = await createSignedIn();
  const lake = sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } });
  const jpeg = (await lake.jpeg().toBuffer()).toString("base64");
  const page = `<!DOCTYPE html>
<!-- saved from url=(0024)https://example.com/weir -->
<html><head><meta charset="utf-8"><title>Weir | Example</title><style>p { color: red }</style></head>
<body><h1>At the weir</h1><p>Water &amp; <b>fog</b>.</p><p><img alt="Weir" src="data:image/jpeg;base64,${jpeg}"></p>
<script>var a = 1;</script><p>End.</p></body></html>`;
  const id = idOf(await upload(secret, page, { name: "2025-12-24 Weir.html" }));
  expect((await openImport(secret, id)).data).toMatchObject({
    stage: "preview",
    preview: { coming: 1, from: "2025-12-24", to: "2025-12-24", withPictures: 1 },
  });
  await submit(secret, id, { intent: "confirm" });
  const record = await JournalEntryModel.findOne({ userId: user._id }).orFail().lean();
  const { title, body } = openContent(journalKeys(memberFrom(user)), record);
  const words = "Water & **fog**.\n\n[picture 1]\n\nEnd.";
  expect([record.forDate, title, body]).toEqual(["2025-12-24", "At the weir", words]);
});

describe("an imported file", () => {
  it("is previewed, and imported with a report when it is confirmed", async () => {
    const { secret } = await createSignedIn();
    const uploaded = await upload(secret, FILE);
    expect(uploaded.status).toBe(302);
    expect(uploaded.location).toMatch(/^\/settings\/data\/import\/[\w-]{22}$/);
    const id = idOf(uploaded);
    const preview = (await openImport(secret, id)).data as ImportState;
    expect(preview).toMatchObject({
      ...{ stage: "preview", preview: { coming: 1, from: "2026-01-02" } },
      examples: [{ name: "Heron", content: { body: "It stood still.", tags: ["bird"] } }],
    });
    expect(await JournalEntryModel.countDocuments()).toBe(0);
    const confirmed = await submit(secret, id, { intent: "confirm" });
    expect([confirmed.status, confirmed.location]).toEqual([302, `/settings/data/import/${id}`]);
    expect((await openImport(secret, id)).data).toMatchObject({ stage: "done", added: 1 });
    expect(await JournalEntryModel.countDocuments()).toBe(1);
    // Resubmitting the form changes nothing.
    await submit(secret, id, { intent: "confirm" });
    expect(await JournalEntryModel.countDocuments()).toBe(1);
  });

  it(
    "is previewed with three entries and the number per year when it has several years",
    { tags: ["release"] },
    async () => {
      const { secret } = await createSignedIn();
      const days = ["2019-05-01", "2020-05-01", "2020-06-01", "2021-05-01", "2021-05-02"];
      const entries = days.map((forDate, at) =>
        fileEntry(`example-${at}`, {
          ...{ forDate, title: `Number ${at}`, body: at === 4 ? "w".repeat(5_000) : "**Bread**" },
        }),
      );
      const uploaded = await upload(secret, journalFile(entries), { name: "mine.json" });
      const { data } = await openImport(secret, idOf(uploaded));
      expect(data).toMatchObject({
        preview: {
          years: [
            { year: "2019", count: 1 },
            { year: "2020", count: 2 },
            { year: "2021", count: 2 },
          ],
        },
        // The longest entry is no example.
        examples: [{ name: "Number 0" }, { name: "Number 2" }, { name: "Number 3" }],
      });
      expect(JSON.stringify(data)).toContain("<strong>Bread</strong>");
      expect(JSON.stringify(data)).not.toContain("wwww");
    },
  );

  it(
    "moves its entries to the trash when it is undone, unless they were edited",
    { tags: ["release"] },
    async () => {
      setClock(() => new Date("2026-11-01T10:00:00Z"));
      onTestFinished(() => setClock());
      const { user, ...signedIn } = await createSignedIn();
      let { secret } = signedIn;
      const member = memberFrom(user);
      const own = await createEntry(member, { forDate: "2026-01-02", content: { body: "My own." } });
      const file = journalFile(["first", "second", "third"].map((id) => fileEntry(id)));
      const id = idOf(await upload(secret, file, { name: "mine.json" }));
      // An unfinished import cannot be undone.
      expect((await submit(secret, id, { intent: "undo" })).status).toBe(404);
      await submit(secret, id, { intent: "confirm" });
      setClock(() => new Date("2026-11-30T10:00:00Z"));
      ({ secret } = await startSession(user, { remember: false, device: "Test" }));
      expect(await editEntry(member, "second", anEdit("Changed since."), 1)).toEqual({ ok: true });
      // Another upload and a discarded one leave it unchanged.
      const other = idOf(await upload(secret, FILE));
      await submit(secret, other, { intent: "cancel" });
      await submit(secret, id, { intent: "cancel" });
      const page = await load(dataLoader, "/settings/data", { session: secret });
      expect(page.data).toMatchObject({ imports: [{ id, fileName: "mine.json", entries: 3 }] });
      const { secret: stranger } = await createSignedIn();
      expect((await submit(stranger, id, { intent: "undo" })).status).toBe(404);
      expect((await submit(secret, id, { intent: "undo" })).location).toBe("/settings/data");
      const alive = await JournalEntryModel.find({ userId: user._id, deletedAt: null }, { _id: 1 }).lean();
      expect(alive.map(({ _id }) => _id).sort()).toEqual([own._id, "second"].sort());
      expect(await JournalEntryModel.countDocuments({ userId: user._id })).toBe(4);
      expect((await openImport(secret, id)).status).toBe(404);
      expect(await TransferFileModel.countDocuments({ userId: user._id })).toBe(0);
      // A repeated import brings the undone entries again, and no duplicate of the one that stayed.
      const again = idOf(await upload(secret, file, { name: "mine.json" }));
      expect((await openImport(secret, again)).data).toMatchObject({
        preview: { coming: 2, known: 1, inTrash: 0 },
      });
    },
  );

  it(
    "is not found by another member, and adds nothing when it is discarded",
    { tags: ["release"] },
    async () => {
      const { secret } = await createSignedIn();
      const { secret: other } = await createSignedIn();
      const id = idOf(await upload(secret, FILE));
      expect((await openImport(other, id)).status).toBe(404);
      expect((await submit(other, id, { intent: "confirm" })).status).toBe(404);
      await submit(other, id, { intent: "cancel" });
      expect((await openImport(secret, id)).status).toBe(200);
      expect((await openImport(secret, "x".repeat(22))).status).toBe(404);
      expect((await submit(secret, id, { intent: "cancel" })).location).toBe("/settings/data");
      expect(await TransferFileModel.countDocuments()).toBe(0);
      expect((await openImport(secret, id)).status).toBe(404);
      expect((await submit(secret, id, { intent: "confirm" })).status).toBe(404);
      expect(await JournalEntryModel.countDocuments()).toBe(0);
    },
  );

  it("is rejected beside the field when missing, empty or unreadable", async () => {
    const { secret } = await createSignedIn();
    for (const [file, name, message] of [
      [null, "", "Please choose a file."],
      ["", "", "Please choose a file."],
      ["", "a.json", "Please choose a file that is not empty."],
      ["{", "a.json", "This file looks like JSON but ends too early or is damaged. Please export it again."],
    ] as const) {
      const result = await upload(secret, file, { name });
      expect([result.status, errorsOf(result)]).toEqual([400, { file: [message] }]);
    }
  });

  it("is accepted up to the size limit of the instance when its member is signed in", async () => {
    env.IMPORT_MB = 2;
    onTestFinished(() => {
      env.IMPORT_MB = 512;
    });
    const most = 2 * 1024 * 1024;
    const { secret } = await createSignedIn();
    const lines = `---\ndate: 2026-01-02\n---\n${"Some words. ".repeat(10)}\n`;
    const padded = Buffer.concat([Buffer.from(lines), Buffer.alloc(most - 2_000 - lines.length, " ")]);
    expect((await upload(secret, padded)).status).not.toBe(413);
    const larger = await upload(secret, Buffer.alloc(most, " "));
    expect(larger.status).toBe(413);
    expect(JSON.stringify(larger.data)).toContain("larger than 2 MB");
    // An anonymous body is limited like any other form.
    expect((await upload(undefined, Buffer.alloc(6 * 1024 * 1024, " "))).status).toBe(413);
  });

  it("is imported once when its form is sent twice", async () => {
    const { secret } = await createSignedIn();
    const fields = { _submission: "submission-1" };
    const [first, second] = await Promise.all([
      upload(secret, FILE, { fields }),
      upload(secret, FILE, { fields }),
    ]);
    expect(first?.location).toBe(second?.location);
    expect(await TransferFileModel.countDocuments({ purpose: "import" })).toBe(1);
  });
});
