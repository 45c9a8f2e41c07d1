import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { swordFiles, swordZip, wholeBook } from "#tests/factories/bible-module";
import { makeZip } from "#tests/support/make-zip";
import { VERSIFICATIONS } from "~/content/bible/versifications";
import { mapFromTranslation, mapToTranslation } from "~/domain/scripture/bible/bible-books";
import { MODULE_LIMITS } from "./module-files.server";
import { readModule, readUsfm } from "./read-module.server";
import { findVersification, readGbf, readXml } from "./sword-module.server";
import { ModuleError, type ModuleErrorCode } from "./text-format.server";

const folder = mkdtempSync(path.join(tmpdir(), "still-modules-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let made = 0;
const file = (bytes: Buffer) => {
  const place = path.join(folder, `${(made += 1)}.zip`);
  writeFileSync(place, bytes);
  return place;
};
const read = (bytes: Buffer) => readModule(file(bytes), "tiny");
const verses = {
  Gen: { 1: { 1: 'In the <w lemma="strong:H1">beginning</w>', 2: "And the earth" } },
  Ps: {
    23: {
      1: '<title type="psalm" canonical="true">A Psalm.</title><l>The <divineName>Lord</divineName></l><l>is mine</l>',
    },
  },
  John: { 3: { 16: "For God<note>or, a god</note> so loved" } },
};

describe("readModule", () => {
  it("reads a SWORD module from its zip and from its folder alike", async () => {
    const zipped = await read(swordZip({ verses }));
    const place = path.join(folder, "installed");
    for (const { name, data } of swordFiles({ verses })) {
      mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
      writeFileSync(path.join(place, name), data);
    }
    expect(await readModule(place, "tiny")).toEqual(zipped);
    const [name, licence] = ["A Tiny Bible", "Public Domain"];
    expect(zipped.about).toEqual({ name, language: "en", direction: "ltr", licence });
    expect(zipped.books.map(({ osis }) => osis)).toEqual(["Gen", "Ps", "John"]);
    expect(zipped.books[0]?.chapters[1]?.slice(1)).toEqual(["In the beginning", "And the earth"]);
    expect(zipped.books[1]?.chapters[23]).toEqual(["A Psalm.", "The LORD\nis mine"]);
    expect(zipped.books[2]?.chapters[3]?.[16]).toBe("For God so loved");
  });

  it.each(Object.keys(VERSIFICATIONS))(
    "reads every verse at its number in the versification %s",
    async (versification) => {
      const all = findVersification(versification);
      const books = [...(all?.ot ?? []), ...(all?.nt ?? [])].filter(
        (_, at, { length }) => at % 11 === 0 || at === length - 1,
      );
      for (const { last } of all?.ot ?? []) expect(last.length).toBeGreaterThan(0);
      const inVersification = Object.assign(
        {},
        ...books.map(({ osis }) => wholeBook(versification, osis)),
      ) as typeof verses;
      const source = await read(swordZip({ verses: inVersification, versification }));
      const wrong = source.books.flatMap(({ osis, chapters }) =>
        chapters.flatMap((list, chapter) =>
          (list ?? []).filter((text, verse) => verse > 0 && text !== `${osis} ${chapter} verse ${verse}`),
        ),
      );
      expect(wrong).toEqual([]);
      expect(source.books).toHaveLength(books.length);
    },
  );

  it("reads the information in about.json", async () => {
    const about = { name: "Our Bible", language: "de", direction: "rtl", licence: "By permission." };
    const own = { name: "about.json", data: JSON.stringify(about) };
    expect((await read(makeZip([...swordFiles({ verses }), own]))).about).toEqual(about);
  });

  const files = swordFiles({ verses });
  const [conf = expect.fail()] = files;
  const cut = files.map((one) =>
    one.name.endsWith(".bzz") ? { ...one, data: Buffer.from(one.data).subarray(0, 9) } : one,
  );
  it.each<[what: string, bytes: Buffer, code: ModuleErrorCode]>([
    ["is not a zip", Buffer.from("no zip at all"), "unreadable"],
    ["has no Bible", makeZip([{ name: "readme.txt", data: "hello" }]), "no_bible"],
    ["has an unsupported driver", swordZip({ verses, conf: { ModDrv: "RawCom" } }), "unknown_driver"],
    ["has an unsupported compression", swordZip({ verses, conf: { CompressType: "XZ" } }), "unknown_driver"],
    ["has a cipher key", swordZip({ verses, conf: { CipherKey: "" } }), "locked"],
    ["has an unknown versification", swordZip({ verses, versification: "Martian" }), "unknown_versification"],
    ["has no verses", swordZip({ verses: {} }), "empty"],
    ["has two Bibles", makeZip([...files, ...swordFiles({ verses, name: "other" })]), "several"],
    ["is cut off", makeZip(cut), "broken"],
    ["has a damaged about.json", makeZip([...files, { name: "about.json", data: "{" }]), "bad_about"],
    ["is encrypted", makeZip([{ ...conf, encrypted: true }]), "locked"],
    [
      "contains more than it declares",
      makeZip([{ name: "a/ot.bzz", data: Buffer.alloc(1_000_000), claimedSize: 10 }]),
      "unreadable",
    ],
    [
      "declares too much",
      makeZip([{ name: "a/ot.bzz", data: "", claimedSize: MODULE_LIMITS.fileBytes + 1 }]),
      "too_large",
    ],
  ])("rejects a module that %s", async (_what, bytes, code) => {
    await expect(read(bytes)).rejects.toMatchObject({ name: ModuleError.name, code });
  });
});

describe("markup", () => {
  it.each([
    ["<w>God</w><note>x</note><w>created</w> it", "God created it"],
    ['He said, <q who="Jesus" marker="">Come</q>.', "He said, Come."],
    ['¶ The <transChange type="added">are</transChange> &amp; &#8220;more&#8221;', "The are & “more”"],
    ["<title>A heading</title>Words", "Words"],
    ['<lg><l level="1" sID="a"/>One<l level="1" eID="a"/><l sID="b"/>two</lg>', "One\ntwo"],
    ['Amen. <chapter eID="Rev.22"/><div>Glossary</div>', "Amen."],
    ["<seg><divineName>Lord</divineName></seg> God", "LORD God"],
    ["open <note>never closed", "open"],
    ["a < b and <b", "a b and b"],
    ["</note></title>still here", "still here"],
    ['<rdg>other</rdg><hi type="italic">this</hi>', "this"],
  ])("parses %s", (source, text) => expect(readXml(source).text).toBe(text));

  it("parses GBF", () =>
    expect(readGbf("In<WH1> the <RF>a note<Rf>beginning<CM>").text).toBe("In the beginning"));
});

describe("readUsfm", () => {
  const source = `\\id PSA - A Plain Bible\r
\\h Psalms
\\toc1 The Psalms
\\c 23
\\s1 The shepherd
\\d A Psalm by David.
\\q1
\\v 1 \\nd Lord\\nd*, my \\w shepherd|strong="H7462"\\w*:\\f + \\fr 23:1 \\ft A note.\\f*
\\q2 I shall lack nothing.
\\p
\\v 2-3 He \\add makes\\add* me \\+w lie|x="y"\\+w* down.\\x - \\xo 1 \\xt Gen 1\\x*
\\c 24
\\p
\\v 1 The earth.`;

  it("reads the verses without notes and headings", () => {
    const found = readUsfm(source);
    expect(found?.heading).toBe("- A Plain Bible");
    expect(found?.book.osis).toBe("Ps");
    expect(found?.book.chapters[23]).toEqual([
      "A Psalm by David.",
      "LORD, my shepherd:\nI shall lack nothing.",
      "He makes me lie down.",
    ]);
    expect(found?.book.chapters[24]?.[1]).toBe("The earth.");
    expect(readUsfm("\\id FRT preface")).toBeUndefined();
    expect(readUsfm("nothing")).toBeUndefined();
  });

  it("reads a zip of eBible.org", async () => {
    const zip = makeZip([
      { name: "eng/20-PSAengx.usfm", data: source },
      { name: "eng/70-MATengx.usfm", data: "\\id MAT - A Plain Bible\n\\c 1\n\\v 1 The book" },
      { name: "eng/copr.htm", data: "x" },
    ]);
    const { about, books } = await read(zip);
    expect(about).toMatchObject({ name: "A Plain Bible", language: "en" });
    expect(books.map(({ osis }) => osis)).toEqual(["Ps", "Matt"]);
  });
});

describe("versification", () => {
  const counts = (name: string) => {
    const all = findVersification(name);
    const books = new Map([...(all?.ot ?? []), ...(all?.nt ?? [])].map(({ osis, last }) => [osis, last]));
    return (osis: string) => books.get(osis);
  };

  it.each([
    ["Vulg", "Ps", "23:1", "22:1"],
    ["Vulg", "Ps", "51:1", "50:3"],
    ["Vulg", "Ps", "10:1", "9:22"],
    ["Vulg", "Ps", "115:1", "113:9"],
    ["Vulg", "Ps", "116:1", "114:1"],
    ["Vulg", "Ps", "147:12", "147:1"],
    ["Vulg", "Ps", "150:6", "150:6"],
    ["Vulg", "Ps", "2:7", "2:7"],
    ["Vulg", "Dan", "4:4", "4:1"],
    ["Synodal", "Ps", "23:1", "22:1"],
    ["Synodal", "Ps", "46:10", "45:11"],
    ["Luther", "Ps", "51:1", "51:3"],
    ["Luther", "Ps", "23:1", "23:1"],
    ["German", "Ps", "46:10", "46:11"],
    ["German", "Ps", "13:6", "13:6"],
    ["German", "Joel", "2:28", "3:1"],
    ["German", "Joel", "3:16", "4:16"],
    ["German", "Mal", "4:2", "3:20"],
    ["German", "Gen", "31:55", "32:1"],
    ["German", "John", "15:4", "15:4"],
    ["Leningrad", "Ps", "3:1", "3:2"],
    ["NRSV", "Ps", "23:1", "23:1"],
    ["Vulg", "Tob", "4:2", "4:2"],
  ])("maps in %s the verse %s %s to %s", (name, book, from, to) => {
    const [chapter = 0, verse = 0] = from.split(":").map(Number);
    const there = mapToTranslation(counts(name), counts("KJV"), book, { chapter, verse });
    expect(`${there.chapter}:${there.verse}`).toBe(to);
    if (book !== "Tob" && !from.startsWith("13")) {
      const back = mapFromTranslation(counts(name), counts("KJV"), book, there);
      expect(`${back.chapter}:${back.verse}`).toBe(from);
    }
  });
});
