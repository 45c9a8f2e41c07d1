import { describe, expect, it } from "vitest";
import { makeZip } from "#tests/support/make-zip";
import { importFixture, readFixture, readUpload } from "#tests/support/read-upload";
import { resolveLinks } from "~/domain/journal/entries/entry-links";

const PICTURE_URL = `data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff, 0xe0]).toString("base64")}`;
const NEW_YORK = "America/New_York";
const weir = { forDate: "2024-05-06", title: "Evening at the weir", body: "Water high." };
const files = (all: Record<string, string>) =>
  makeZip(Object.entries(all).map(([name, data]) => ({ name, data })));

describe("Evernote", () => {
  it("reads title, text, tags, and the day in the member's time zone when its time is UTC", async () => {
    expect(await readFixture("evernote.enex", NEW_YORK)).toMatchObject({
      sources: ["evernote"],
      entries: [{ ...weir, at: "2024-05-07T02:30", tags: ["river"] }],
      refused: [],
    });
  });

  it("places pictures, check boxes and tasks, and counts other content, when a note has them", async () => {
    const { entries, left, refused } = await readFixture("evernote-picture.enex", "Europe/Berlin");
    expect(entries).toMatchObject([{ title: "Mill & weir <3", tags: ["river", "walk"], pictures: 1 }]);
    expect(entries[0]?.body.split("\n").filter(Boolean)).toEqual([
      "Before it.",
      "[picture 1]",
      "**After** it & all.",
      "- one",
      "[x] bread",
      "- [x] salt",
      "- [ ] oil",
      "- [x] Bake",
      "- [ ] Call Anna",
      ...["```", "a = 1", "b = 2", "```"],
      "Other note [the mill](https://example.com/?a=1&b=2)",
    ]);
    expect(left).toEqual({ places: 1, files: 1, locked: 1 });
    expect(refused).toEqual(["No time: its date cannot be read"]);
  });

  it("counts a picture when its file is missing", async () => {
    const content = `<![CDATA[<en-note>One <en-media type="image/png" hash="${"0".repeat(32)}"/></en-note>]]>`;
    const note = `<en-export><note><title>T</title><created>20240506T101010Z</created><content>${content}</content></note></en-export>`;
    const { entries, left } = await readUpload("a.enex", Buffer.from(note));
    expect([entries[0]?.entry.content.body, left]).toEqual(["One", { pictures: 1 }]);
  });

  it("reads the time of creation when it is in the format of old versions", async () => {
    const note = "<en-export><note><title>T</title><created>20180306T91108 PMZ</created></note></en-export>";
    const { entries } = await readUpload("a.enex", Buffer.from(note));
    expect(entries[0]?.entry.createdAt.toISOString()).toBe("2018-03-06T21:11:08.000Z");
  });
});

describe("Google Keep", () => {
  it("reads each note once, with label, star and picture, and refuses a note when it is in the trash", async () => {
    expect(await readFixture("google-keep.zip", NEW_YORK)).toEqual({
      sources: ["google-keep"],
      intentions: [],
      left: {},
      entries: [{ ...weir, at: "2024-05-07T02:30", tags: ["journal"], favourite: true, pictures: 1 }],
      refused: ["Takeout/Keep/2024-05-06T22_30_00.000-04_00.json: it was in the trash of that program"],
    });
  });

  it("reads lists, links and pictures when file extensions differ and a note has no time of creation", async () => {
    const { entries, left } = await readFixture("google-keep-lists.zip", NEW_YORK);
    expect(entries).toMatchObject([
      {
        forDate: "2024-05-06",
        title: "Shopping for May",
        body: "- [x] bread\n- [ ] salt\n\n[A mill](https://example.com/mill)",
        tags: ["home"],
      },
      { title: "", body: "Said aloud", pictures: 1 },
    ]);
    expect(left).toEqual({ recordings: 1 });
  });
});

it("reads each note of Google Keep once when its folders have German names", async () => {
  const note = {
    isTrashed: false,
    userEditedTimestampUsec: 1_715_049_000_000_000,
    title: "Mill",
    textContent: "High.",
  };
  const page =
    "<?xml version='1.0'?><!DOCTYPE html><html><head><style>.note .heading {}</style></head><body>High.</body></html>";
  const zip = files({
    "Takeout/Google Notizen/Mill.json": JSON.stringify(note),
    "Takeout/Google Notizen/Mill.html": page,
    "Takeout/Google Notizen/Labels.txt": "river",
    "Takeout/Archiv_Übersicht.html": "<html><body>Takeout</body></html>",
  });
  const { entries, refused } = await readUpload("takeout.zip", zip, NEW_YORK);
  expect(entries.map(({ entry }) => entry.content.title)).toEqual(["Mill"]);
  expect(refused).toEqual([]);
});

describe("Joplin", () => {
  it.each(["joplin-raw.zip", "journal.jex"])(
    "reads the notes without the metadata fields of their items when the export is %s",
    async (name) => {
      const { entries, sources } = await readFixture(name, NEW_YORK);
      expect(sources).toEqual(["joplin"]);
      expect(entries).toMatchObject([
        { forDate: "2024-05-06", title: expect.stringMatching(/^Evening/), body: "Water high." },
      ]);
    },
  );

  it("reads tags, pictures and text when notes are Markdown and HTML, and refuses trash and conflicts", async () => {
    expect(await readFixture("joplin-tags.jex", NEW_YORK)).toMatchObject({
      entries: [
        {
          ...weir,
          body: "Water high.\n\n[picture 1]\n\nSee the other and trip.pdf.\n\nkey: no field\n\n[picture 2]",
          tags: ["river"],
          pictures: 2,
        },
        { title: "Web clip", body: "Fog & **rain**" },
      ],
      left: { places: 1, files: 1 },
      refused: [
        "Thrown away: it was in the trash of that program",
        "Conflict: it is a copy of a note that was changed twice",
      ],
    });
  });
});

it("places a picture of Joplin when its item lacks the extension that the file has", async () => {
  const [note, resource] = ["a".repeat(32), "b".repeat(32)];
  const zip = makeZip([
    {
      name: `${note}.md`,
      data: `T\n\nA ![](:/${resource})\n\nid: ${note}\ncreated_time: 2024-05-06T10:00:00.000Z\ntype_: 1`,
    },
    {
      name: `${resource}.md`,
      data: `a.jpg\n\nid: ${resource}\nmime: image/jpeg\nfile_extension: \ntype_: 4`,
    },
    { name: `resources/${resource}.jpg`, data: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) },
  ]);
  const { entries, leftOut } = await readUpload("joplin.zip", zip);
  expect(entries[0]?.entry.content).toMatchObject({ body: "A\n\n[picture 1]", pictures: [{}] });
  expect(leftOut).toEqual([]);
});

describe("Standard Notes", () => {
  it("reads each note once, as Markdown, when it is plain, rich or Super text", async () => {
    const { entries, left, refused } = await readFixture("standard-notes.zip", NEW_YORK);
    expect(entries).toMatchObject([
      { forDate: "2024-05-06", title: "Evening", body: "Water high.", tags: ["river"], favourite: true },
      {
        title: "Fog",
        favourite: true,
        body:
          "## Fog\n\nIt was **grey** and *still* [here](https://example.com/)\nTwo.\n\n- [x] bread\n- [ ] salt\n\n" +
          "1. one\n  - in it\n2. two\n\n> Be still\n\n```\na = 1\n```\n\na | b",
      },
      { title: "Rich", body: "Rain & **wind**" },
    ]);
    expect(left).toEqual({ files: 1 });
    expect(refused).toEqual([
      "Thrown away: it was in the trash of that program",
      "Codes: it is a table or a list of secrets, not a text",
    ]);
  });

  const BACKUP_NAME = "Standard Notes Backup and Import File.txt";
  const at = { created_at: "2024-05-06T10:00:00.000Z", updated_at: "2024-05-06T10:00:00.000Z" };
  const backupOf = (items: object[]) =>
    JSON.stringify({ version: "004", items: items.map((item) => ({ ...at, ...item })) });

  it("reads a note once when the zip repeats it in a file named after its title and day", async () => {
    const note = { uuid: "n1", content_type: "Note", content: { title: "Mill", text: "Water high." } };
    const tag = {
      uuid: "t1",
      content_type: "Tag",
      content: { title: "river", references: [{ uuid: "n1" }] },
    };
    const zip = files({
      [BACKUP_NAME]: backupOf([note, tag]),
      "Items/Note/Mill - 2024-05-06T12.00.00.txt": "Water high.",
      "Items/Tag/Tag - 2024-05-06T12.00.00.txt": JSON.stringify(tag.content, null, 2),
    });
    const { entries, refused, leftOut } = await readUpload("a.zip", zip);
    expect(entries.map(({ entry }) => entry.content)).toMatchObject([
      { title: "Mill", body: "Water high.", tags: ["river"] },
    ]);
    expect([...refused, ...leftOut]).toEqual([]);
  });

  it("keeps hashtags, links, pictures and URLs when a note is Super text, and names a tag with its parent", async () => {
    const node = (type: string, rest: object = {}) => ({ type, version: 1, ...rest });
    const text = (words: string, type = "text") => node(type, { text: words, format: 0 });
    const children = [
      node("paragraph", {
        children: [
          text("By the "),
          text("#river", "hashtag"),
          text(" see "),
          node("snbubble", { itemUuid: "n2" }),
        ],
      }),
      node("inline-file", {
        src: PICTURE_URL,
        mimeType: "image/jpeg",
        fileName: "a.jpg",
        caption: "The weir",
      }),
      node("inline-file", { src: "data:text/plain;base64,YQ==", mimeType: "text/plain", fileName: "a.txt" }),
      node("unencrypted-image", { src: "https://example.com/a.png", alt: "Far" }),
      node("youtube", { videoID: "abc" }),
      node("paragraph", { children: [text("End.")] }),
    ];
    const written = JSON.stringify({ root: node("root", { children }) });
    const inParent = { uuid: "t1", content_type: "Tag", reference_type: "TagToParentTag" };
    const toNote = { uuid: "n1", content_type: "Note" };
    const backup = backupOf([
      // Notes of old versions have no type.
      { uuid: "n1", content_type: "Note", content: { title: "Mill", text: written } },
      { uuid: "n2", content_type: "Note", content: { title: "Fog", text: "Grey." } },
      { uuid: "t1", content_type: "Tag", content: { title: "Journal", references: [] } },
      { uuid: "t2", content_type: "Tag", content: { title: "walk", references: [inParent, toNote] } },
      { uuid: "f1", content_type: "File", content: { name: "b.pdf", references: [toNote] } },
    ]);
    const { entries, left } = await readUpload(BACKUP_NAME, Buffer.from(backup));
    const { content } = entries[0]?.entry ?? expect.fail();
    expect(resolveLinks(content.body, (key) => (key === "id:standard-notes-n2" ? "fog" : undefined))).toBe(
      "By the #river see [Fog](/journal/entries/fog)\n\n[picture 1]\n\na.txt\n\n" +
        "Far https://example.com/a.png\n\nhttps://www.youtube.com/watch?v=abc\n\nEnd.",
    );
    expect(content).toMatchObject({ tags: ["Journal/walk"], pictures: [{ text: "The weir" }] });
    expect(left).toEqual({ files: 2 });
  });

  it("keeps the lines of a plain note when it contains HTML tags", async () => {
    const text = "# Head\n\n- [ ] a\n- [x] <b>b</b> & <3\n\nEnd<br>now";
    const note = { uuid: "n1", content_type: "Note", content: { title: "T", text, noteType: "plain-text" } };
    const { entries } = await readUpload(BACKUP_NAME, Buffer.from(backupOf([note])));
    expect(entries[0]?.entry.content.body).toBe("# Head\n\n- [ ] a\n- [x] **b** & <3\n\nEnd\nnow");
  });

  it("is refused when it is encrypted", async () => {
    const item = { uuid: "1", content_type: "Note", content: "004:abc", created_at: "2024-05-06T10:00:00Z" };
    const backup = JSON.stringify({ version: "004", keyParams: {}, items: [item] });
    const { refused } = await readUpload("Standard Notes Backup.txt", Buffer.from(backup));
    expect(refused[0]?.why).toBe("this backup is encrypted: please make one that is not");
  });
});

describe("Bear", () => {
  it("reads tags, star, picture and plain text, and refuses a note when it is trashed or encrypted", async () => {
    const { entries, left, refused } = await readFixture("bear.bear2bk", "Europe/Berlin");
    expect(entries).toMatchObject([
      {
        forDate: "2024-05-06",
        at: "2024-05-06T19:30",
        title: "Weir",
        body: "Water high, very, and Mill.\n\n[picture 1]\n\ntrip.pdf\n\nMet anna there. #no tag",
        favourite: true,
        pictures: 1,
      },
    ]);
    expect(entries[0]?.tags.sort()).toEqual(["anna", "journal/river", "two words"]);
    expect(left).toEqual({ files: 1 });
    expect(refused).toEqual(["Thrown away: it was in the trash of that program", "Secret: it is encrypted"]);
  });
});

it.each([
  ["# \nNo title", "No title"],
  ["==🟢green== and ==plain== `==code==`", "green and plain `==code==`"],
  ["> [!NOTE] Mind\n> the step", "> Mind\n> the step"],
  ["| a | b |\n| --- | --- |\n| 1<br>2 | 3 |", "| a | b |\n| --- | --- |\n| 1 2 | 3 |"],
])("removes the markup of Bear when a note is %j", async (text, body) => {
  const info = { "net.shinyfrog.bear": { creationDate: "2024-05-06T10:00:00Z" } };
  const zip = files({ "A.textbundle/info.json": JSON.stringify(info), "A.textbundle/text.markdown": text });
  const { entries } = await readUpload("notes.bear2bk", zip);
  expect(entries.map(({ entry }) => entry.content)).toMatchObject([{ title: "", body }]);
});

it.each([
  ["May 6, 2024", "2024-05-06", ""],
  ["Tuesday, 7 May 2024", "2024-05-07", ""],
  ["05/06/2024", "2024-05-07", "05/06/2024"],
  ["2024-05-06 Weir", "2024-05-07", "2024-05-06 Weir"],
])("dates a note by its title only when that is an unambiguous day: %s", async (title, day, shown) => {
  const info = { "net.shinyfrog.bear": { creationDate: "2024-05-07T10:00:00Z" } };
  const [id, created] = ["a".repeat(32), "2024-05-07T10:00:00.000Z"];
  const content = `<content><![CDATA[<en-note>W</en-note>]]></content>`;
  const at = { created_at: created, updated_at: created };
  const note = { uuid: "n1", content_type: "Note", content: { title, text: "W" } };
  const zip = files({
    "A.textbundle/info.json": JSON.stringify(info),
    "A.textbundle/text.markdown": `# ${title}\nW`,
    [`${id}.md`]: `${title}\n\nW\n\nid: ${id}\ncreated_time: ${created}\ntype_: 1`,
    "n.enex": `<en-export><note><title>${title}</title><created>20240507T100000Z</created>${content}</note></en-export>`,
    "k.json": JSON.stringify({
      isTrashed: false,
      userEditedTimestampUsec: 1_715_076_000_000_000,
      title,
      textContent: "W",
    }),
    "s.json": JSON.stringify({ version: "004", items: [{ ...at, ...note }] }),
  });
  const { entries } = await readUpload("all.zip", zip);
  expect(
    entries.map(
      ({
        entry: {
          forDate,
          content: { title: own, body },
        },
      }) => [forDate, own, body],
    ),
  ).toEqual(Array.from({ length: 5 }, () => [day, shown, "W"]));
});

describe("TextBundle", () => {
  it("reads the day and the asset of each bundle when assets of several bundles have the same name", async () => {
    const png = Buffer.from(
      (await importFixtureFile("bear.bear2bk", "weir.png")).toString("base64"),
      "base64",
    );
    const bundle = (name: string, image: Buffer) => [
      { name: `${name}.textbundle/text.md`, data: "![](assets/image.png)\n\nWords ~here~ #here" },
      { name: `${name}.textbundle/assets/image.png`, data: image },
    ];
    const zip = makeZip([
      ...bundle("2024-05-06 Weir", png),
      ...bundle("2024-05-07 Mill", Buffer.concat([png, Buffer.from("x")])),
      ...bundle("Undated", png),
    ]);
    const { entries, refused } = await readUpload("notes.zip", zip);
    expect(entries.map(({ entry }) => [entry.forDate, entry.content.title, entry.content.body])).toEqual([
      ["2024-05-06", "Weir", "[picture 1]\n\nWords ~here~ #here"],
      ["2024-05-07", "Mill", "[picture 1]\n\nWords ~here~ #here"],
    ]);
    const [one, two] = entries.map(({ entry }) => entry.content.pictures?.[0]?.id);
    expect(one).not.toBe(two);
    expect(refused).toEqual([
      { where: "Undated", why: "no day is named in its front matter or in its file name" },
    ]);
  });
});

async function importFixtureFile(fixture: string, ending: string): Promise<Buffer> {
  const { openArchive } = await import("~/platform/zip/read-zip.server");
  const { files: members } = await openArchive(importFixture(fixture), 100);
  const member = members.find(({ name }) => name.endsWith(ending));
  if (!member) throw new Error(`There is no ${ending}.`);
  return member.read(10_000);
}

describe("Memos", () => {
  it("reads a tag at the end of a line", async () => {
    expect(await readFixture("memos.json", NEW_YORK)).toMatchObject({
      sources: ["memos"],
      entries: [{ forDate: "2024-05-06", title: "", body: "Water high.", tags: ["river"] }],
    });
  });

  it("reads title and star, and counts attachments by kind, when a memo has them", async () => {
    const memo = {
      name: "memos/Ab1",
      createTime: "2024-05-06T10:00:00Z",
      content: "# Weir\n\nHigh.",
      pinned: true,
      attachments: [{ type: "image/png" }, { type: "application/pdf" }],
      location: { placeholder: "Mill" },
    };
    const { entries, left } = await readUpload("m.json", Buffer.from(JSON.stringify({ memos: [memo, 1] })));
    expect(entries[0]?.entry).toMatchObject({
      id: "memos-Ab1",
      favourite: true,
      content: { title: "Weir", body: "High." },
    });
    expect(left).toEqual({ pictures: 1, files: 1, places: 1 });
  });
});

it("reads the files of every program when one archive has files of several programs", async () => {
  const zip = files({
    "Evernote.enex": String(importFixture("evernote.enex")),
    "memos.json": String(importFixture("memos.json")),
    "2024-05-06.md": "Own words.",
  });
  expect((await readUpload("all.zip", zip)).sources.sort()).toEqual(["evernote", "markdown", "memos"]);
});
