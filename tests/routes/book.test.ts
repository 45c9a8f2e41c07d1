import { EpubCheck } from "@likecoin/epubcheck-ts";
import sharp from "sharp";
import { afterAll, expect, it, vi } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { AuditEventModel } from "#models/operations.server";
import { PrayerModel } from "#models/prayers.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn, PASSWORD } from "#tests/factories/user";
import { filesOf } from "#tests/support/download";
import { pagesOf, readPdf } from "#tests/support/read-pdf";
import { answer, load, submit, visit } from "#tests/support/request";
import type { Picture } from "~/domain/journal/pictures/picture";
import { storePicture } from "~/domain/journal/pictures/pictures.server";
import { addIntentions, layDownIntention } from "~/domain/journal/prayers/change-intentions.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { DEFAULT_LOOK } from "~/domain/member/preferences";
import { setClock } from "~/platform/clock";
import { closePicturePool } from "~/platform/pictures.server";
import { randomToken } from "~/platform/signing.server";
import { loader as madeLoader } from "~/routes/member/journal/book-download";
import { loader as fileLoader } from "~/routes/member/journal/book-file";
import { action, loader } from "~/routes/member/journal/book/route";

const CHOSEN = {
  from: "2025-12-01",
  to: "2026-12-31",
  kinds: ["morning", "evening", "free"],
  questions: "on",
  passages: "text",
  title: "Bread & <script>alert(1)</script>",
  name: "Ruth Ashby",
  paper: "a5",
  format: "pdf",
  currentPassword: PASSWORD,
};
type Chosen = Partial<
  Record<keyof typeof CHOSEN | "intent" | "tag" | "favourites" | "pictures" | "laidDown", string | string[]>
>;

async function someone(fields: Parameters<typeof createSignedIn>[0] = {}) {
  const { user, secret: session } = await createSignedIn(fields);
  return { session, member: memberFrom(user) };
}
afterAll(closePicturePool);

type Someone = Awaited<ReturnType<typeof someone>>;

const send = ({ session }: Someone, chosen: Chosen = {}) =>
  submit(action, "/journal/book", { ...CHOSEN, ...chosen }, { session });
const errorsOf = ({ data }: { data: unknown }) =>
  (data as { lastResult: { error?: Record<string, string[]> } }).lastResult.error;

const visitBook = ({ session }: Someone, bookId: string) =>
  visit(`/journal/book/${bookId}`, { session, params: { bookId } });
const openFile = async (person: Someone, id: string) =>
  (await fileLoader(await visitBook(person, id))) as Response;

const idOf = ({ location }: { location: string | null }) => location?.replace(/^.*\//, "") ?? "";

async function waitFor(person: Someone, id: string, stage = "ready") {
  const look = () => answer(async () => madeLoader(await visitBook(person, id)));
  await vi.waitFor(async () => expect((await look()).data).toMatchObject({ stage }), {
    timeout: 60_000,
    interval: 50,
  });
}

async function makeBook(person: Someone, chosen: Chosen) {
  const id = idOf(await send(person, chosen));
  await waitFor(person, id);
  return Buffer.from(await (await openFile(person, id)).arrayBuffer());
}

const textsOf = async (epub: Buffer) => [...(await filesOf(epub)).values()].join("\n");
const readBook = async (person: Someone, chosen: Chosen) =>
  textsOf(await makeBook(person, { format: "epub", ...chosen }));

async function expectValid(epub: Buffer) {
  const { messages } = await EpubCheck.validate(epub);
  expect(messages.filter(({ severity }) => severity !== "info" && severity !== "usage")).toEqual([]);
}

const canariesIn = (text: string) => text.match(/canary\d+/g);

const LONG_WORD = "w".repeat(3_000);

/** A member whose journal is hard to print, and another member. */
async function createWriter(): Promise<Someone> {
  const writer = await someone();
  const { member } = writer;
  const answers = [
    { key: "word", question: "What word stays with you?", text: "canary1 *abide*\n\nand stay" },
  ];
  await createEntry(member, {
    forDate: "2025-12-05",
    slot: "morning",
    kind: "lectio",
    dayName: "Friday of the first week of Advent, violet",
    passageRef: "John 15:4-5",
    content: { body: "", answers, title: "At the <b>bridge</b>" },
  });
  await createEntry(member, {
    forDate: "2026-03-01",
    content: { body: "canary2\n\n- bread\n- rain", tags: ["home"] },
  });
  await createEntry(member, {
    forDate: "2026-03-02",
    slot: "evening",
    kind: "examen",
    content: { body: `canary3 ${LONG_WORD} שלום 🙂 مرحبا \u0007\u0000\u202e end]]>` },
  });
  await createEntry(member, { forDate: "2024-01-01", content: { body: "canary9 before" } });
  const lost = await createEntry(member, { forDate: "2026-04-04", content: { body: "canary8 lost" } });
  await JournalEntryModel.updateOne({ _id: lost._id }, { sealed: Buffer.alloc(64) });
  const { member: other } = await someone();
  await createEntry(other, { forDate: "2026-03-01", content: { body: "canary7 of another" } });
  return writer;
}

it(
  "estimates the book and returns the PDF once, to its owner, within an hour",
  { tags: ["release"] },
  async () => {
    const writer = await createWriter();
    const looked = await send(writer, { intent: "look", currentPassword: "" });
    expect(looked).toMatchObject({ status: 200, data: { notice: { title: "4 entries, about 11 pages" } } });
    expect(await TransferFileModel.countDocuments({ purpose: "book" })).toBe(0);
    const begun = await send(writer);
    const id = idOf(begun);
    expect([begun.status, begun.location]).toEqual([302, `/journal/book/${id}`]);
    await waitFor(writer, id);
    // The stored file is encrypted and expires.
    const { id: userId } = writer.member;
    const stored = await TransferFileModel.find({ userId }).lean();
    expect(stored.map(({ purpose }) => purpose).sort()).toEqual(["book", "book-part"]);
    for (const { sealed, expiresAt } of stored) {
      expect(Buffer.from(sealed.buffer).toString("latin1")).not.toMatch(/%PDF|Bread/);
      expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(3_600_000);
    }
    const other = await someone();
    expect((await openFile(other, id)).status).toBe(302);
    const file = await openFile(writer, id);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(file.headers.get("Content-Type")).toBe("application/pdf");
    expect(file.headers.get("Content-Disposition")).toContain("still-and-know-2025-12-01-2026-12-31.pdf");
    expect([bytes.subarray(0, 5).toString(), String(bytes.length)]).toEqual([
      "%PDF-",
      file.headers.get("Content-Length"),
    ]);
    expect(bytes.subarray(-1_024).toString()).toContain("%%EOF");
    expect((await openFile(writer, id)).headers.get("Location")).toBe("/journal/book");
    expect(await TransferFileModel.countDocuments({ userId })).toBe(0);
    expect(await AuditEventModel.countDocuments({ kind: "journal.exported", subjectId: userId })).toBe(1);

    const text = readPdf("pdftotext", bytes, "-layout");
    if (text === undefined) return;
    expect(canariesIn(text)).toEqual(["canary1", "canary2", "canary3"]);
    expect(text).toMatch(/Contents[^]*Advent 2025[^]*Lent 2026[^]*Passages/);
    expect(text).toContain("Bread & <script>alert(1)</script>");
    expect(text).toContain("Friday of the first"); // in the margin
    expect(text).toContain("Remain in me, and I in you."); // the passage
    expect(text).toContain("Entries that could not be opened: 4 April 2026.");
    expect(text.replace(/\s+/g, " ")).toContain("not in the typeface of this book");
    expect(text.replace(/[^w]/g, "").length).toBeGreaterThanOrEqual(3_000);
    expect(readPdf("pdfinfo", bytes)).toMatch(/Tagged: +yes[^]*Page size: +419\.528 x 595\.276/);
    const fonts = (readPdf("pdffonts", bytes) ?? "").split("\n").slice(2).filter(Boolean);
    expect(fonts.length).toBeGreaterThan(2);
    expect(fonts.filter((font) => !/Libertinus.* yes yes yes /.test(font))).toEqual([]);
  },
);

it(
  "makes an EPUB that epubcheck accepts, in reading order, with the chosen content only",
  { tags: ["release"] },
  async () => {
    const writer = await createWriter();
    const bytes = await makeBook(writer, { format: "epub", passages: "reference" });
    expect(bytes.subarray(30, 58).toString()).toBe("mimetypeapplication/epub+zip");
    await expectValid(bytes);
    const text = await textsOf(bytes);
    expect(canariesIn(text)).toEqual(["canary1", "canary2", "canary3"]);
    expect(text).toContain("At the &lt;b&gt;bridge&lt;/b&gt;");
    expect(text).toContain("canary1 <em>abide</em>");
    expect(text).toContain("🙂");
    expect(text).not.toContain("Remain in me");
    const mornings = await readBook(writer, { kinds: "morning", passages: "none" });
    expect([canariesIn(mornings), /John 15/.test(mornings)]).toEqual([["canary1"], false]);
    expect(canariesIn(await readBook(writer, { tag: "home" }))).toEqual(["canary2"]);
  },
);

it(
  "prints the day of a way in a book, and finished intentions only if chosen",
  { tags: ["release"] },
  async () => {
    setClock(() => new Date("2026-03-10T10:00:00Z"));
    const writer = await someone();
    const { member } = writer;
    const way = { id: "grief", name: "Seven days for grief", day: 1, title: "The name" };
    await createEntry(member, { forDate: "2026-03-01", content: { body: "canary1", way } });
    await addIntentions(member, { names: ["canary2 Anna"], line: "her knee", rhythm: { kind: "turn" } });
    const { _id = "" } = (await PrayerModel.findOne({ userId: member.id }).lean()) ?? {};
    expect(await layDownIntention(member, _id.split(".")[1] ?? "", "She walks again.")).toEqual({ ok: true });
    await addIntentions(member, { names: ["canary3 still carried"], line: "", rhythm: { kind: "turn" } });
    const whole = await readBook(writer, { laidDown: "on" });
    expect(canariesIn(whole)).toEqual(["canary1", "canary2"]);
    expect(whole).toContain("Seven days for grief: The name");
    expect(whole).toMatch(/Finished prayers[^]*She walks again\./);
    expect(canariesIn(await readBook(writer, {}))).toEqual(["canary1"]);
  },
);

it("shows field errors and makes nothing for invalid options", async () => {
  const writer = await createWriter();
  const wrong: [Chosen, string, string][] = [
    [{ from: "2026-02-30" }, "from", "There is no such day."],
    [{ from: "" }, "from", "Please choose a day."],
    [{ from: "2026-05-01", to: "2026-04-01" }, "to", "The last day is before the first."],
    [{ kinds: "none" }, "kinds", "Please choose at least one."],
    [{ title: "x".repeat(10_000) }, "title", "Please keep this under 120 characters."],
    [{ paper: "a3" }, "paper", "Please choose one of these."],
    [{ from: "1999-01-01", to: "1999-12-31" }, "to", "Nothing you chose was written on these days."],
    [{ currentPassword: "" }, "currentPassword", "Password is required"],
    [{ currentPassword: "Wrong-one1" }, "currentPassword", "That is not your password."],
  ];
  for (const [chosen, field, message] of wrong) {
    const answered = await send(writer, chosen);
    expect([field, answered.status >= 400, errorsOf(answered)?.[field]]).toEqual([field, true, [message]]);
  }
  expect(await TransferFileModel.countDocuments({ purpose: "book" })).toBe(0);
  const { data } = await load(loader, "/journal/book?from=2026-99-99&to=2026-06-30", {
    session: writer.session,
  });
  expect(data).toMatchObject({ choice: { from: "2025-07-01", to: "2026-06-30" } });
});

it(
  "widens the space between lines and words when the member has chosen wide spacing",
  { tags: ["release"] },
  async () => {
    const look = { ...DEFAULT_LOOK, letters: "hyperlegible", spacing: "wide" } as const;
    const [plain, wide] = [await someone(), await someone({ look })];
    const body = "By the lake it was still, and I stayed. ".repeat(300);
    for (const { member } of [plain, wide])
      await createEntry(member, { forDate: "2026-03-01", content: { body } });
    expect(await readBook(plain, {})).not.toContain("word-spacing");
    const epub = await makeBook(wide, { format: "epub" });
    await expectValid(epub);
    expect(await textsOf(epub)).toMatch(/line-height: 1\.8; word-spacing: 0\.16em/);
    const [fewer, more] = [pagesOf(await makeBook(plain, {})), pagesOf(await makeBook(wide, {}))];
    if (fewer !== undefined && more !== undefined) expect(more).toBeGreaterThan(fewer);
  },
);

it("makes two books at once and rejects a third", { tags: ["release"] }, async () => {
  const people = await Promise.all([someone(), someone(), someone()]);
  for (const { member } of people) await createEntry(member, { forDate: "2026-03-01" });
  const answers = await Promise.all(people.map((person) => send(person, { format: "epub" })));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 302, 429]);
  const late = answers.find(({ status }) => status === 429);
  expect(late?.headers.get("Retry-After")).toBe("30");
  expect(late?.data).toMatchObject({ notice: { title: "Two books are being made" } });
  await Promise.all(
    answers.map(async (one, at) => one.status === 302 && waitFor(people[at] as Someone, idOf(one))),
  );
});

it(
  "prints pictures at their positions within the type area, or omits them",
  { tags: ["release"] },
  async () => {
    const writer = await someone();
    const { member } = writer;
    const store = async (width: number, height: number, text: string): Promise<Picture> => {
      const image = sharp({ create: { width, height, channels: 3, background: "#7a9e7e" } });
      const bytes = new Uint8Array(await image.jpeg().toBuffer());
      const decoded = { large: bytes, small: bytes, width, height };
      return { ...(await storePicture(member, { id: randomToken(16), holder: "" }, decoded)), text };
    };
    const pictures = [
      await store(2_000, 1_500, "canary2 the lake"),
      await store(600, 1_800, "canary4 the tower"),
    ];
    const body = "canary1 morning\n\n[picture 1]\n\ncanary3 evening";
    await createEntry(member, { forDate: "2026-03-01", content: { body, pictures } });
    const epub = await makeBook(writer, { format: "epub", pictures: "on" });
    await expectValid(epub);
    const order = ["canary1", "canary2", "canary2", "canary3", "canary4", "canary4"];
    expect(canariesIn(await textsOf(epub))).toEqual(order);
    const without = await readBook(writer, {});
    expect([canariesIn(without), without.includes("[picture")]).toEqual([["canary1", "canary3"], false]);

    const pdf = await makeBook(writer, { pictures: "on" });
    const text = readPdf("pdftotext", pdf);
    if (text === undefined) return;
    expect(canariesIn(text)).toEqual(["canary1", "canary2", "canary3", "canary4"]);
    const images = (readPdf("pdfimages", pdf, "-list") ?? "").trim().split("\n").slice(2);
    const sizes = images.map((line) => line.trim().split(/ +/));
    expect(sizes.map(([, , kind, width, height, , , , encoding]) => [kind, width, height, encoding])).toEqual(
      [
        ["image", "1400", "1050", "jpeg"],
        ["image", "467", "1400", "jpeg"],
      ],
    );
    // A5 is 148 mm wide: across the type area a picture has more than 300 pixels per inch.
    expect(sizes.every((line) => Number(line.at(-4)) >= 110)).toBe(true);
  },
);

it("reports scripts that the PDF fonts lack before a book is made, and offers an EPUB", async () => {
  const writer = await someone();
  const { session, member } = writer;
  const on = (day: string, body: string) => createEntry(member, { forDate: day, content: { body } });
  await on("2026-03-01", "In English, και ελληνικά, שלום 🙂");
  const opened = async () => {
    const { data } = await load(loader, "/journal/book?from=2025-12-01&to=2026-12-31", { session });
    return (data as { foreseen: { text: string } }).foreseen.text;
  };
  const looked = async (chosen: Chosen) =>
    ((await send(writer, { intent: "look", ...chosen })).data as { notice: { text: string } }).notice.text;
  expect(await opened()).not.toContain("letters");
  await on("2026-03-02", "الحمد لله");
  await on("2026-03-03", "ขอบคุณ");
  const warning = /A PDF has no letters for Arabic and Thai, [^]*An EPUB has everything/;
  expect(await opened()).toMatch(warning);
  expect(await looked({})).toMatch(warning);
  expect(await looked({ format: "epub" })).not.toContain("letters");
  expect(await looked({ to: "2026-03-01" })).not.toContain("letters");
  expect(await looked({ to: "2026-03-01", title: "日記" })).toContain("no letters for Han,");
  expect(await looked({ kinds: ["morning"] })).not.toContain("letters");
});
