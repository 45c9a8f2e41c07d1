import { beforeEach, describe, expect, it } from "vitest";
import { TransferFileModel } from "#models/transfer-file.server";
import { createMember } from "#tests/factories/user";
import { makeZip } from "#tests/support/make-zip";
import { fileEntry, journalFile, uploadJournal } from "#tests/support/upload-journal";
import type { Member } from "~/domain/member/member";
import { importState } from "~/domain/portability/staged-import.server";
import { setClock } from "~/platform/clock";

const at = new Date("2026-11-21T10:00:00.000Z");
const FULL = "too_many_uploads";
const entry = (n: number, more: object = {}) =>
  fileEntry(String(n).padStart(22, "A"), { forDate: "2026-01-01", body: `entry ${n}`, ...more });

let member: Member;
beforeEach(async () => {
  setClock(() => at);
  member = await createMember();
});

async function upload(data: Buffer | string, name = "file.json") {
  const result = await uploadJournal(member, name, Buffer.from(data));
  return result.ok ? ((await importState(member, result.id))?.preview ?? "lost") : result.code;
}

const zipOf = (...names: string[]) => makeZip(names.map((name) => ({ name, data: "x" })));

describe("an upload is rejected", () => {
  it.each([
    ["a picture", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "a.jpg", "is_image"],
    ["a notebook of OneNote", Buffer.from("e4525c7b8cd8a74daeb15378", "hex"), "a.one", "is_onenote"],
    ["a web archive", Buffer.from("bplist00 "), "2024-05-06.webarchive", "is_web_archive"],
    ["an EPUB", zipOf("META-INF/container.xml", "OEBPS/2024-05-06.xhtml"), "a.epub", "is_epub"],
    ["a document of Pages", zipOf("Index/Document.iwa", "preview.jpg"), "2024-05-06.pages", "is_iwork"],
    ["an OpenDocument file", zipOf("META-INF/manifest.xml", "content.xml"), "a.odt", "is_open_document"],
    ["a workbook", zipOf("[Content_Types].xml", "xl/workbook.xml"), "a.xlsx", "is_office"],
    ["a zip of texts with formatting", zipOf("a/TXT.rtf", "b/TXT.rtf"), "a.zip", "is_rtf"],
    ["bytes that are no text", Buffer.from([0x61, 0xff, 0x01]), "a.md", "not_text"],
    ["half a JSON file", journalFile([entry(1)]).slice(0, -5), "a.json", "not_json"],
    ["JSON that is a list", "[1,2]", "a.json", "unknown_json"],
    ["JSON of another kind", '{"a":1}', "a.json", "unknown_json"],
    ["a file of a newer version", journalFile([], { version: 2 }), "a.json", "newer"],
    ["a damaged zip", "PK\x03\x04and then nothing", "a.zip", "zip_unreadable"],
    ["a zip of pictures", makeZip([{ name: "photos/a.jpg", data: "x" }]), "a.zip", "nothing"],
    [
      "a zip with a name that leads up",
      makeZip([{ name: "../../etc/passwd.md", data: "x" }]),
      "a.zip",
      "zip_bad_name",
    ],
    [
      "a zip with an absolute name",
      makeZip([{ name: "/etc/passwd.md", data: "x" }]),
      "a.zip",
      "zip_bad_name",
    ],
    [
      "a zip with a name with backslashes",
      makeZip([{ name: "..\\up.md", data: "x" }]),
      "a.zip",
      "zip_bad_name",
    ],
    ["a locked zip", makeZip([{ name: "a.md", data: "x", encrypted: true }]), "a.zip", "zip_encrypted"],
    [
      "a zip that declares a huge size",
      makeZip([{ name: "a.json", data: "x", claimedSize: 4_000_000_000 }]),
      "a.zip",
      "zip_too_large",
    ],
    [
      "a journal with too many entries",
      journalFile(Array.from({ length: 25_001 }, () => 0)),
      "a.json",
      "too_many_entries",
    ],
  ])("when it is %s", { tags: ["release"] }, async (_, data, name, code) => {
    expect(await upload(data, name)).toBe(code);
    expect(await TransferFileModel.countDocuments()).toBe(0);
  });

  it("when a zip unpacks to more than declared or allowed", { tags: ["release"] }, async () => {
    const zeros = Buffer.alloc(70 * 1024 * 1024, " ");
    const bomb = makeZip([{ name: "a.json", data: zeros }]);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await upload(bomb, "a.zip")).toBe("zip_too_large");
    const half = zeros.subarray(0, 40 * 1024 * 1024);
    const two = makeZip([
      { name: "a.md", data: half },
      { name: "b.md", data: half },
    ]);
    expect(await upload(two, "a.zip")).toBe("zip_too_large");
    const liar = makeZip([{ name: "a.json", data: zeros.subarray(0, 1_000_000), claimedSize: 10 }]);
    expect(await upload(liar, "a.zip")).toBe("zip_unreadable");
  });

  it("when a single text is too large, before it is read", { tags: ["release"] }, async () => {
    expect(await upload(Buffer.alloc(49 * 1024 * 1024, " "))).toBe("text_too_large");
    const line = makeZip([{ name: "a.json", data: Buffer.alloc(50 * 1024 * 1024, "1") }]);
    expect(await upload(line, "a.zip")).toBe("zip_too_large");
  });

  it("after thirty files in an hour and sixty in a day", { tags: ["release"] }, async () => {
    let time = at.getTime();
    setClock(() => new Date(time));
    for (let hour = 0; hour < 2; hour++) {
      for (let file = 0; file < 30; file++)
        expect(await upload(file % 2 ? journalFile([]) : "{")).not.toBe(FULL);
      expect(await upload("{")).toBe(FULL);
      time += 3_660_000;
    }
    expect(await upload("{")).toBe(FULL);
  });
});

describe("an invalid entry", () => {
  it("is reported in our own format while the others are imported", { tags: ["release"] }, async () => {
    const preview = await upload(
      journalFile([
        entry(1),
        entry(2, { forDate: "2026-02-30" }),
        entry(3, { body: " \n " }),
        entry(4, { forDate: "2026-11-23" }),
        entry(5, { kind: "sermon" }),
        entry(6, { answers: [{ key: "__proto__", text: "x" }] }),
        entry(7, { body: "x".repeat(100_001) }),
        entry(8, { id: "../../etc" }),
        entry(9, { deletedAt: "2026-10-01T00:00:00Z" }),
        entry(10, { body: ["not", "text"] }),
        entry(11, {
          answers: [
            { key: "thanks", text: "a" },
            { key: "thanks", text: "b" },
          ],
        }),
        null,
        "entry",
      ]),
    );
    expect(preview).toMatchObject({
      coming: 1,
      refused: 12,
      refusals: [
        { where: "Entry 2, 2026-02-30", why: "the day is not written as YYYY-MM-DD" },
        { where: "Entry 3, 2026-01-01", why: "it contains no words" },
        { where: "Entry 4, 2026-11-23", why: "its day has not come yet" },
        { where: "Entry 5, 2026-01-01", why: "we do not know its kind" },
        { where: "Entry 6, 2026-01-01", why: "an answer belongs to no question that we know" },
        { where: "Entry 7, 2026-01-01", why: "the text is longer than 100,000 characters" },
        { where: "Entry 8, 2026-01-01", why: "its id is not one of ours" },
        { where: "Entry 9, 2026-01-01", why: "it was deleted more than thirty days ago" },
        { where: "Entry 10, 2026-01-01", why: "the text is not text" },
        { where: "Entry 11, 2026-01-01", why: "one question is answered twice" },
        { where: "Entry 12", why: "it is not an entry" },
        { where: "Entry 13", why: "it is not an entry" },
      ],
    });
  });

  it(
    "is reported in a zip of many formats while the others are imported",
    { tags: ["release"] },
    async () => {
      const zip = makeZip([
        { name: "2024-01-01.md", data: "One" },
        { name: "journal/no-day.md", data: "Two" },
        { name: "journal/latin.md", data: Buffer.from([0x61, 0xff, 0x01]) },
        { name: "journal/broken.json", data: "{" },
        { name: "__MACOSX/2024-01-02.md", data: "no" },
        { name: ".hidden/2024-01-02.md", data: "no" },
        { name: "photos/a.jpg", data: "no" },
        { name: "Journal.json", data: JSON.stringify({ metadata: { version: "1.0" }, entries: [{}] }) },
        { name: "ours.json", data: journalFile([entry(1)]) },
      ]);
      expect(await upload(zip, "all.zip")).toMatchObject({
        fileName: "all.zip",
        sources: ["markdown", "dayone", "json"],
        coming: 2,
        refused: 4,
        refusals: [
          { where: "journal/no-day.md", why: "no day is named in its front matter or in its file name" },
          { where: "journal/latin.md", why: "it is not text" },
          { where: "journal/broken.json", why: "it is damaged" },
          { where: "Entry 1", why: "it has no id" },
        ],
      });
    },
  );

  it("is adapted to the limits of a journal without losing text", async () => {
    const title = "long ".repeat(80);
    const preview = await upload(
      journalFile([
        entry(1, { title, createdAt: "2030-01-01T00:00:00Z", timezone: "Mars/Olympus" }),
        entry(2, { body: "x".repeat(20_001) }),
      ]),
    );
    expect(preview).toMatchObject({
      coming: 2,
      long: 1,
      kinds: [{ kind: "free", count: 2 }],
      from: "2026-01-01",
    });
  });
});
