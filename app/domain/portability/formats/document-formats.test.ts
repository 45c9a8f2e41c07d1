import { describe, expect, it } from "vitest";
import { makeZip } from "#tests/support/make-zip";
import { readWith } from "#tests/support/read-format";
import { readFixture, readUpload } from "#tests/support/read-upload";
import { htmlEnd, htmlHead } from "~/domain/portability/html-page.server";
import { webPage } from "./web-page.server";

const read = async (name: string, text: string, timezone?: string) => {
  const { entries, refused } = await readUpload(name, Buffer.from(text), timezone);
  return {
    entries: entries.map(({ entry: { forDate, content } }) => [forDate, content.title, content.body]),
    refused: refused.map(({ why }) => why),
  };
};

describe("Diaro", () => {
  it("reads tags, mood and photos, and dates an entry by its offset when the day in UTC differs", async () => {
    expect(await readFixture("diaro.zip")).toMatchObject({
      sources: ["diaro"],
      entries: [
        {
          forDate: "2024-05-07",
          at: "2024-05-06T20:30",
          title: "Evening",
          body: "Water high & fast.\nFog.",
          tags: ["river", "walk"],
          mood: "calm",
          pictures: 2,
        },
      ],
      left: { places: 1, weather: 1 },
      refused: [],
    });
  });
});

it("imports no weather from Diaro when an entry has 0 degrees and no description", async () => {
  const record =
    "<r><uid>e1</uid><date>1715000000000</date><text>One\nTwo &lt;br&gt;three</text><weather_temperature>0.0</weather_temperature></r>";
  const xml = `<data version="2"><table name="diaro_entries">${record}</table></data>`;
  const { entries, left } = await readUpload("DiaroBackup.xml", Buffer.from(xml));
  expect(entries.map(({ details, entry }) => [details, entry.content.body])).toEqual([
    [undefined, "One\nTwo \nthree"],
  ]);
  expect(left).toEqual({});
});

describe("RedNotebook", () => {
  it("converts markup and categories to Markdown, tags and lists", async () => {
    const { entries, refused } = await readFixture("rednotebook.zip");
    expect(refused).toEqual([]);
    expect(entries).toMatchObject([
      { forDate: "2024-05-06", tags: ["river", "Idea", "Quiet"], pictures: 1 },
      { forDate: "2024-05-07", body: "Fog.", tags: [] },
    ]);
    expect(entries[0]?.body).toBe(
      "### By the weir\nWater *high*, **fast** and slow wide.\n\n- one\n  - two\n1. first\n\n[picture 1]\n\n" +
        "[the mill](https://example.com) and 2024-05-01, red\nend\n\n---\n\nhttp://example.com/a//b\n\n" +
        "## Idea\n\n- bake bread\n- walk",
    );
  });

  it("reads the lines of the category Tags as tags", async () => {
    const month = "6:\n  Tags: {walk: null}\n  Ideas: {bread: null}\n  text: Words\n";
    const { entries } = await readUpload("red.zip", makeZip([{ name: "2024-05.txt", data: month }]));
    const { tags, body } = entries[0]?.entry.content ?? expect.fail();
    expect([tags, body]).toEqual([["walk", "Ideas"], "Words\n\n## Ideas\n\n- bread"]);
  });

  it("refuses a month when it cannot be read, and a day when it does not exist", async () => {
    expect((await read("2024-02.txt", "1: {text: A}\n30: {text: B}\n")).refused).toEqual([
      "its date cannot be read",
    ]);
    expect((await read("2024-02.txt", "1: {text: A}\n2: [\n")).refused).toEqual(["it cannot be read"]);
  });
});

describe("org-journal", () => {
  it("reads an entry of each day from files with and without an extension", async () => {
    expect(await readFixture("org-journal.zip")).toMatchObject({
      entries: [
        { forDate: "2024-05-06", at: "2024-05-06T21:30", title: "Evening", body: "Water high." },
        { forDate: "2024-05-07", at: "2024-05-07T07:00", title: "", body: "Fog" },
      ],
      refused: [],
    });
  });

  it("converts the rule below the header of a table when it is in Org notation", async () => {
    const { entries } = await read(
      "20240506",
      "* Monday, 06/05/2024\n** 21:30 Weir\n| a | b |\n|---+---|\n| 1 | 2 |\n",
    );
    expect(entries).toEqual([["2024-05-06", "Weir", "| a | b |\n|---|---|\n| 1 | 2 |"]]);
  });

  it("inherits tags, and drops drawers and planning lines, when a file covers a year", async () => {
    const { entries, refused } = await readFixture("org-journal-year.zip");
    expect(entries).toEqual([
      {
        forDate: "2024-05-06",
        at: "2024-05-06T10:28",
        title: "Company meeting",
        body:
          "Endless **talk** about `code` and [plans](https://example.com).\n\n## Later\n\n- [x] bread 2024-05-07\n\n" +
          "[picture 1]",
        tags: ["diary", "river", "work"],
        pictures: 1,
      },
      {
        forDate: "2024-05-06",
        at: "2024-05-06T12:00",
        title: "TODO call Anna",
        body: "Soon.",
        tags: ["diary", "river"],
      },
      {
        forDate: "2024-05-07",
        at: "2024-05-07T12:00",
        title: "",
        body: "Fog on the day itself.\n```\n* no heading\n```",
        tags: ["diary"],
      },
      {
        forDate: "2024-05-07",
        at: "2024-05-07T07:05",
        title: "",
        body: "Rain_and_wind.",
        tags: ["diary"],
      },
    ]);
    expect(refused).toEqual(["20240101.org, Secret: it is encrypted"]);
  });

  it("yields an entry for each heading when the file name is a day, and refuses a file without a day", async () => {
    const text = "#+TITLE: 2024-05-06\n\n* Morning\nFog.\n* 21:00 Evening\nWater.\n";
    expect((await read("2024-05-06.org", text)).entries).toEqual([
      ["2024-05-06", "Morning", "Fog."],
      ["2024-05-06", "Evening", "Water."],
    ]);
    expect((await read("notes.org", "* Plans\nWords.\n")).refused).toEqual([
      "no day is named in its file name",
    ]);
  });
});

describe("an org file", () => {
  it("yields the headings and the text below each day as entries when it is a date tree", async () => {
    const text =
      "* 2024\n** 2024-05 May\n*** 2024-05-06 Monday\n**** 21:30 Evening\nWater.\n**** Tea\nRain.\n" +
      "*** 2024-05-07 Tuesday\n<2024-05-07 Tue>\nFog.\n* Tasks\n** TODO Call Anna\n";
    expect(await read("notes.org", text)).toEqual({
      entries: [
        ["2024-05-06", "Evening", "Water."],
        ["2024-05-06", "Tea", "Rain."],
        ["2024-05-07", "", "Fog."],
      ],
      refused: ["no day is named in its file name"],
    });
  });

  it("reads days and times when headings, properties or the lines below have time stamps", async () => {
    const text =
      "* Evening <2024-05-06 Mon 9:30>\nWater.\n* Morning\n:PROPERTIES:\n:CREATED: [2024-05-07 Tue 07:00]\n:END:\nFog.\n" +
      "** Later\nSun.\n* Night\n:PROPERTIES:\n:ID: 1\n:END:\nEntered on [2024-05-08 Wed]\nRain.\n* Plans\nWords.\n";
    const { entries, refused } = await readUpload("notes.org", Buffer.from(text));
    expect(
      entries.map(({ entry: { createdAt, content } }) => [
        createdAt.toISOString().slice(0, 16),
        content.title,
        content.body,
      ]),
    ).toEqual([
      ["2024-05-06T09:30", "Evening", "Water."],
      ["2024-05-07T07:00", "Morning", "Fog.\n\n## Later\n\nSun."],
      ["2024-05-08T12:00", "Night", "Rain."],
    ]);
    expect(refused).toHaveLength(1);
  });

  it("keeps the title and text of a heading when it has the property CREATED and is not a day", async () => {
    const text = "* Weir\n:PROPERTIES:\n:CREATED: 20240506\n:END:\nWater.\n** 21:30 Mill\nLate.\n";
    expect((await read("20240506.org", text)).entries).toEqual([
      ["2024-05-06", "Weir", "Water."],
      ["2024-05-06", "Mill", "Late."],
    ]);
  });

  it.each([
    ["journals/2024_05_06.org", "Words.\n"],
    ["journals/2024_05_06.org", "* Weir\nWords.\n"],
    ["page.org", "#+title: Weir\n#+date: <2024-05-06 Mon>\n\nWords.\n"],
    ["page.org", "#+title: 2024-05-06 Weir\n\nWords.\n"],
  ])("is dated by its path, date or title when it is %s", async (name, text) => {
    const title = text.includes("Weir") ? "Weir" : "";
    const { entries } = await readUpload("graph.zip", makeZip([{ name, data: text }]));
    expect(entries).toMatchObject([{ entry: { forDate: "2024-05-06", content: { title, body: "Words." } } }]);
  });
});

describe("WordPress", () => {
  it("converts a post to plain text with the day in the blog's time zone", async () => {
    expect(await readFixture("wordpress.xml")).toMatchObject({
      sources: ["wordpress"],
      entries: [{ forDate: "2024-05-06", at: "2024-05-06T21:30", title: "Evening", body: "Water high." }],
    });
  });

  it("converts posts of both editors to Markdown with tags and star, and refuses a post when it is trashed", async () => {
    const { entries, left, refused } = await readFixture("wordpress-posts.xml", "America/Los_Angeles");
    expect(entries).toMatchObject([
      {
        forDate: "2024-05-06",
        at: "2024-05-07T06:30",
        title: "Tom & the weir",
        tags: ["River", "walk"],
        favourite: true,
      },
      { forDate: "2024-05-07", title: "Blocks", body: "Fog.\n\n- one" },
    ]);
    expect(entries[0]?.body).toMatch(
      /^First line\nsecond line\n\nNext \*paragraph\*\.[\s\S]*https:\/\/a\.example\/weir\.jpg[\s\S]*The weir$/,
    );
    expect(left).toEqual({ comments: 1 });
    expect(refused).toEqual(["Thrown away: it was in the trash of that program"]);
  });
});

it("keeps lists and tables of a WordPress post together when empty lines separate its paragraphs", async () => {
  const content =
    "One\ntwo\n\nThree\n<ul>\n\t<li>a\n<ul>\n\t<li>b</li>\n</ul>\n</li>\n</ul>\n\nFour\n<table>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</table>\n<pre>x\n\ny</pre>";
  const item = `<item><title>T</title><wp:post_date>2024-05-06 10:00:00</wp:post_date><content:encoded><![CDATA[${content}]]></content:encoded></item>`;
  const xml = `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${item}</channel></rss>`;
  const { entries } = await read("posts.xml", xml);
  expect(entries).toEqual([
    ["2024-05-06", "T", "One\ntwo\n\nThree\n\n- a\n  - b\n\nFour\n\n1 | 2\n\n```\nx\n\ny\n```"],
  ]);
});

describe("a Word document", () => {
  it("yields an entry with its pictures for each day when each part begins with a day", async () => {
    const { entries, sources } = await readFixture("word-days.docx");
    expect(sources).toEqual(["word"]);
    expect(entries).toMatchObject([
      { forDate: "2024-05-06", body: "Water high.\n\n[picture 1]", pictures: 1 },
      { forDate: "2024-05-07", body: "**Fog & rain.**" },
    ]);
  });

  it("is refused with a hint at its file name when it has no day", async () => {
    expect((await readFixture("diary.docx")).refused).toEqual([
      "diary.docx: no day is named in it or in its file name, such as 2024-05-06.docx",
    ]);
  });

  it("is read when other documents of the same zip are damaged", async () => {
    const part = (text: string) =>
      makeZip([
        {
          name: "word/document.xml",
          data: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
        },
      ]);
    const deep = makeZip([{ name: "word/document.xml", data: "<a>".repeat(200_000) }]);
    const zip = makeZip([
      { name: "2024-05-06.docx", data: part("Water high.") },
      { name: "2024-05-07.docx", data: deep },
      { name: "2024-05-08.docx", data: part("x").subarray(0, 200) },
    ]);
    const { entries, refused } = await readUpload("docs.zip", zip);
    expect(entries.map(({ entry }) => [entry.forDate, entry.content.body])).toEqual([
      ["2024-05-06", "Water high."],
    ]);
    expect(refused).toEqual([
      { where: "2024-05-07.docx", why: "it cannot be read" },
      { where: "2024-05-08.docx", why: "it cannot be read" },
    ]);
  });
});

describe("a web page", () => {
  it.each([
    ["its file name", "2024-05-06 Weir.html", "<html><body><p>Water.</p></body></html>", "Weir"],
    [
      "its title",
      "a.html",
      "<html><head><title>6 May 2024</title></head><body><p>Water.</p></body></html>",
      "",
    ],
    [
      "its metadata",
      "a.html",
      '<html><head><title>Weir</title><meta name="date" content="2024-05-06T10:00:00"></head><body><p>Water.</p></body></html>',
      "Weir",
    ],
    [
      "its time",
      "a.htm",
      '<html><body><h1>Weir</h1><p><time datetime="2024-05-06"></time>Water.</p></body></html>',
      "Weir",
    ],
  ])("is dated when its day is in %s", async (_, name, html, title) => {
    expect((await read(name, html)).entries).toEqual([["2024-05-06", title, "Water."]]);
  });

  it.each([
    ["2024-05-06.txt", "<!DOCTYPE html>\n<html><body><p>Water.</p></body></html>"],
    [
      "2024-05-06.md",
      "<!-- saved from url=(0014)about:internet -->\n<html><body><p>Water.</p></body></html>",
    ],
    ["2024-05-06", "<body><div>Water.</div></body>"],
    ["2024-05-06.html", "Water."],
    [
      "2024-05-06.xhtml",
      '<?xml version="1.0"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Water.</p></body></html>',
    ],
  ])("is the entry of the day in its name, without markup, when it is %s", async (name, html) => {
    expect(await read(name, html)).toEqual({ entries: [["2024-05-06", "", "Water."]], refused: [] });
  });

  it("is dated by the chosen order of day and month when the day in its name is ambiguous", async () => {
    const files = { "03-04-2024.html": "<html><body><p>Water.</p></body></html>" };
    const [month] = await readWith(webPage, files, { dayOrder: "month" });
    const [day] = await readWith(webPage, files, { dayOrder: "day" });
    expect([month, day]).toMatchObject([
      { ok: true, entry: { forDate: "2024-03-04" } },
      { ok: true, entry: { forDate: "2024-04-03" } },
    ]);
  });

  it("yields an entry for each day when its headings are days", async () => {
    const html = "<html><body><h2>May 6, 2024</h2><p>One.</p><h2>May 7, 2024</h2><p>Two.</p></body></html>";
    expect((await read("Export 2026-01-02.html", html)).entries).toEqual([
      ["2024-05-06", "", "One."],
      ["2024-05-07", "", "Two."],
    ]);
    expect((await readFixture("still-and-know-2026-11-26.html")).entries).toMatchObject([
      { forDate: "2024-05-06", body: "Water high." },
    ]);
  });

  it("is refused when it is the page that we export ourselves, or has no day", async () => {
    const own = `${htmlHead("2026-11-20", "Anna")}<h2>May 2024</h2><article><h3>Weir</h3></article>${htmlEnd(1, [])}`;
    expect((await read("still-and-know-2026-11-20.html", own)).refused).toEqual([
      "it is a page to read: bring the JSON of your journal instead",
    ]);
    expect((await read("index.html", "<html><body><ul><li>Weir</li></ul></body></html>")).refused).toEqual([
      "no day is named in it or in its file name, such as 2024-05-06.html",
    ]);
  });
});

describe("a table of prayers", () => {
  it("is imported as intentions, and refuses a row when it cannot be read", async () => {
    const { intentions, refused, sources } = await readFixture("prayers.csv");
    expect(sources).toEqual(["prayers"]);
    expect(intentions).toMatchObject([
      {
        name: "Anna",
        line: "for her knee, and patience",
        state: "carried",
        since: "2026-11-21",
        laidOn: null,
      },
      { name: "The new well", line: "", state: "past", since: "2024-05-06", laidOn: "2024-05-06" },
      { name: "Ben", line: "exam", state: "past", laidOn: "2024-06-06" },
    ]);
    expect(refused).toEqual(["Line 5: it has no name", "Line 6: its date cannot be read"]);
  });

  it("yields the same ids when it is read again", async () => {
    const ids = async () => (await readFixture("prayers.csv")).intentions.map(({ id }) => id);
    expect(new Set([...(await ids()), ...(await ids())]).size).toBe(3);
  });

  it("reads days, and appends unknown columns to the line, when its columns have other names", async () => {
    const table =
      "Date asked,Prayer request,Group,Date answered,Notes\n5/31/2024,Anna,choir,,knee\n2024-05-06,Ben,,No,\n" +
      "2024-05-06,Cara,,2024-05-20,\nlast year,Dan,,,\n";
    const { intentions, refused } = await readUpload("p.csv", Buffer.from(table));
    expect(intentions).toMatchObject([
      { name: "Anna", line: "knee; Group: choir", since: "2024-05-31", state: "carried" },
      { name: "Ben", line: "", since: "2024-05-06", state: "carried" },
      { name: "Cara", since: "2024-05-06", state: "past", laidOn: "2024-05-20" },
    ]);
    expect(refused).toEqual([{ where: "Line 5", why: "its date cannot be read" }]);
  });

  it("dates an answered prayer today when the table has no day of the answer", async () => {
    const table = "sep=;\nName;Answered;Asked\nAnna;yes;2024-05-06\nBen;no;\n";
    const { intentions, refused } = await readUpload("p.csv", Buffer.from(table));
    expect(intentions).toMatchObject([
      { name: "Anna", state: "past", since: "2024-05-06", laidOn: "2026-11-21" },
      { name: "Ben", state: "carried" },
    ]);
    expect(refused).toEqual([]);
  });

  it("is read when semicolons separate its columns and their order differs", async () => {
    const { intentions } = await readUpload("p.csv", Buffer.from("Name;Answered on;Note\nAnna;;knee\n"));
    expect(intentions).toMatchObject([{ name: "Anna", line: "knee" }]);
  });
});
