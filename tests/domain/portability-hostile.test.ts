import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { storedBytes } from "#models/db/queries.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { createMember } from "#tests/factories/user";
import { costOf } from "#tests/support/main-thread";
import { makeZip } from "#tests/support/make-zip";
import { fileEntry, journalFile, uploadJournal } from "#tests/support/upload-journal";
import type { Member } from "~/domain/member/member";
import { parseInWorker } from "~/domain/portability/parse-in-worker.server";
import { importState } from "~/domain/portability/staged-import.server";
import { uploadJournal as readUploaded } from "~/domain/portability/upload-journal.server";
import { receiveUpload } from "~/domain/portability/upload-session.server";
import { setClock, setWait } from "~/platform/clock";
import { FILE_CHUNK_BYTES } from "~/platform/zip/read-zip.server";

const MB = 1024 * 1024;
const HERE = "192.0.2.0/24";
const repeat = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));
const files = (count: number, data: string) =>
  makeZip(repeat(count, (at) => `2026-01-01 ${at}.md`).map((name) => ({ name, data })));
const names = (count: number, value: string) => repeat(count, (at) => `k${at}${value}`).join("\n");
const withFrontMatter = (yaml: string) => `---\n${yaml}\n---\nWords.\n`;
const ownFormat = (entries: string) =>
  `{"schema":"still-and-know/journal","version":1,"entries":[${entries}]}`;

/** Begins like a JPEG. */
const LARGE_JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(11 * MB)]);

const ALIASES = repeat(500, (at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]`);

/** Crafted front matter, with the number of texts that have it. All these texts are refused unless `refused` is given. */
const HEADS: [name: string, texts: number, yaml: () => string, refused?: number][] = [
  ["25,000 names at the head of each of twenty texts", 20, () => names(25_000, ": 1")],
  ["as many short names as a head may have, in ten texts", 10, () => names(2_000, ":"), 0],
  ["brackets in brackets in a head", 50, () => `a: ${"[".repeat(8_000)}${"]".repeat(8_000)}`],
  ["lists in lists in a head", 50, () => `${"- ".repeat(8_000)}a`],
  ["open brackets in a head", 50, () => "[".repeat(16_000)],
  ["names in names in a head", 50, () => "? ".repeat(8_000)],
  ["a name that stands for ever more", 50, () => `a0: &a0 [x]\n${ALIASES.join("\n")}`],
];

/** Crafted files, and the outcome of each. */
type Hostile = [name: string, file: () => Buffer, outcome: string | { refused: number }];
const HOSTILE: Hostile[] = [
  ...HEADS.map(([name, texts, yaml, refused = texts]): Hostile => [
    name,
    () => files(texts, withFrontMatter(yaml())),
    { refused },
  ]),
  ["a head that never ends", () => files(1, `---\n${"a\n".repeat(10 * MB)}`), { refused: 1 }],
  [
    "millions of empty objects",
    () => makeZip([{ name: "a.json", data: ownFormat("{},".repeat(13 * MB) + "{}") }]),
    "too_costly",
  ],
  [
    "millions of lists in lists",
    () => makeZip([{ name: "a.json", data: ownFormat("[".repeat(20 * MB)) }]),
    "too_costly",
  ],
  [
    "millions of names",
    () => makeZip([{ name: "a.json", data: `{${'"":0,'.repeat(8 * MB)}"":0}` }]),
    "too_costly",
  ],
  [
    "many names in each of three hundred files",
    () => {
      const data = `{${repeat(1_400, (at) => `"k${at}":1`).join(",")}}`;
      return makeZip(repeat(300, (at) => ({ name: `${at}.json`, data })));
    },
    { refused: 300 },
  ],
  [
    "forty pictures that swell, in an archive of half a megabyte",
    () =>
      makeZip([
        ...repeat(40, (at) => `${at}.jpg`).map((name) => ({ name, data: LARGE_JPEG })),
        { name: "a.md", data: Buffer.from("Words.") },
      ]),
    "too_costly",
  ],
  [
    "a text of backslashes",
    () => makeZip([{ name: "a.json", data: `{"a":"${"\\".repeat(40 * MB)}` }]),
    { refused: 1 },
  ],
];

// The six-second wait never ends: a response before the upload has finished would leave the upload to the next test.
beforeEach(() => setWait(() => new Promise<never>(() => undefined)));

describe("a crafted file", () => {
  it.each(HOSTILE)(
    "%s: does not delay other requests",
    { tags: ["release"] },
    async (_name, make, outcome) => {
      const member = await createMember();
      const file = make();
      const started = performance.now();
      const { result, longestTurnMs } = await costOf(() => uploadJournal(member, "a.zip", file));
      if (typeof outcome === "string") expect(result).toEqual({ ok: false, code: outcome });
      else expect(result.ok && (await importState(member, result.id))?.preview).toMatchObject(outcome);
      expect(longestTurnMs).toBeLessThan(100);
      expect(performance.now() - started).toBeLessThan(20_000);
    },
  );

  it("stores a picture once when a thousand pages refer to it", { tags: ["release"] }, async () => {
    const member = await createMember();
    const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(MB)]);
    const pages = repeat(1_000, (at) => `2026-01-01 ${at}.md`).map((name) => ({
      name,
      data: `${name} ![](a.jpg)`,
    }));
    const file = makeZip([{ name: "a.jpg", data: picture }, ...pages]);
    const result = await uploadJournal(member, "a.zip", file);
    expect(result.ok && (await importState(member, result.id))?.preview).toMatchObject({ coming: 1_000 });
    const staged = await TransferFileModel.find({ purpose: "part" }).lean();
    expect(staged.reduce((sum, { sealed }) => sum + storedBytes(sealed).length, 0)).toBeLessThan(
      2 * file.length + 20 * MB,
    );
  });

  it("delays no other request when it is large and valid", { tags: ["release"] }, async () => {
    const member = await createMember();
    const entry = (at: number) =>
      fileEntry(String(at).padStart(22, "A"), {
        forDate: `20${10 + (at % 15)}-0${1 + (at % 9)}-1${at % 10}`,
        body: `${at} ${"Be still. ".repeat(50)}`,
      });
    const file = makeZip([{ name: "a.json", data: journalFile(repeat(6_000, entry)) }]);
    const { result, longestTurnMs } = await costOf(() => uploadJournal(member, "a.zip", file));
    expect(result.ok && (await importState(member, result.id))?.preview.coming).toBe(6_000);
    expect(longestTurnMs).toBeLessThan(100);
  });
});

describe("reading an upload", () => {
  const reading = { now: new Date("2026-11-21T10:00:00Z"), today: "2026-11-21", timezone: "UTC" };
  const read = async (name: string, bytes: Buffer, most: Parameters<typeof parseInWorker>[2]) => {
    const task = { name, size: bytes.length, reading };
    const piece = (at: number) => bytes.subarray(at * FILE_CHUNK_BYTES, (at + 1) * FILE_CHUNK_BYTES);
    const thread = parseInWorker(task, async (at) => piece(at), most);
    try {
      while (await thread.nextBatch());
    } finally {
      await thread.end();
    }
  };
  async function receive(subnet: string, member?: Member) {
    const upload = await receiveUpload(member ?? (await createMember()), subnet);
    return typeof upload === "string" ? expect.fail(upload) : upload;
  }
  function stopClock(): Date {
    const at = new Date();
    setClock(() => at);
    return at;
  }
  const large = files(2_000, withFrontMatter("title: one\ntags: [a, b]"));

  it("is aborted at its deadline", async () => {
    await expect(read("a.zip", large, { ms: 200, msForMegabyte: 0, megabytes: 384 })).rejects.toMatchObject({
      code: "too_costly",
    });
  });

  it("is aborted at its memory limit", { tags: ["release"] }, async () => {
    const many = Buffer.from(ownFormat("[],".repeat(1_000_000) + "[]"));
    const most = { ms: 60_000, msForMegabyte: 0, megabytes: 16 };
    await expect(read("a.json", many, most)).rejects.toMatchObject({ code: "too_costly" });
  });

  it("runs once at a time per server", { tags: ["release"] }, async () => {
    const [one, other] = [await createMember(), await createMember()];
    const order: string[] = [];
    const [long, short] = [await receive(HERE, one), await receive(HERE, other)];
    await long.add(large);
    await long.end();
    await short.add(Buffer.from("Words"));
    await short.end();
    await Promise.all([
      readUploaded(one, "a.zip", long).then(({ ok }) => order.push(`long ${ok}`)),
      readUploaded(other, "2026-01-01.md", short).then(({ ok }) => order.push(`short ${ok}`)),
    ]);
    expect(order).toEqual(["long true", "short true"]);
  });

  it("accepts four members’ files at once and rejects a fifth", async () => {
    // The clock is stopped, because on a busy machine the first lease could expire before the fifth upload.
    stopClock();
    const uploads = [];
    for (let at = 0; at < 4; at++) uploads.push(await receive(`192.0.${at}.0/24`));
    expect(await receiveUpload(await createMember(), "192.0.4.0/24")).toBe("busy");
    for (const upload of uploads) await upload.drop();
    expect(await TransferFileModel.countDocuments()).toBe(0);
  });

  it("accepts two members’ files per subnet", async () => {
    stopClock();
    const third = await createMember();
    const [first, second] = [await receive(HERE), await receive(HERE)];
    expect(await receiveUpload(third, HERE)).toBe("busy");
    const elsewhere = await receive("198.51.100.0/24");
    await first.drop();
    for (const upload of [second, elsewhere, await receive(HERE, third)]) await upload.drop();
  });

  it("runs once at a time per member across servers", { tags: ["release"] }, async () => {
    const member = await createMember();
    const at = stopClock();
    const soon = (ms: number) => new Date(at.getTime() + ms);
    const claim = { _id: `reading|${member.id}`, userId: member.id, sealed: Buffer.of(0) };
    const times = { expiresAt: soon(60_000), busyUntil: soon(5_000) };
    await TransferFileModel.create({ ...claim, ...times, purpose: "reading" });
    const upload = () => uploadJournal(member, "2026-01-01.md", Buffer.from("Words"));
    expect(await upload()).toEqual({ ok: false, code: "busy" });
    // The lease has expired, as after the server that held it was killed.
    await TransferFileModel.updateOne({ _id: claim._id }, { busyUntil: soon(-1) });
    expect((await upload()).ok).toBe(true);
    expect(await TransferFileModel.countDocuments({ purpose: "reading" })).toBe(0);
  });
});
