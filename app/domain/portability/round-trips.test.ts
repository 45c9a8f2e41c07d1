import { describe, expect, it } from "vitest";
import { anyContent, anyEntry } from "#tests/factories/odd-entries";
import fc from "#tests/support/properties";
import { readWith } from "#tests/support/read-format";
import { localMoment } from "~/domain/calendar/local-day";
import { EMPTY_CONTENT } from "~/domain/journal/entries/content";
import { mapShortTexts } from "~/domain/journal/entries/short-texts";
import { dayOneUuid, entryIdFromDayOne, toDayOne } from "./day-one";
import { ENTRY_FIELDS, EntrySchema, jsonEntry } from "./export-schema";
import { type PortableEntry, contentKey, foreignEntryDefaults, plainTextOf } from "./foreign-entry";
import { dayOne } from "./formats/day-one.server";
import { markdownNotes } from "./formats/markdown.server";
import { ownMarkdown } from "./formats/own-markdown.server";
import { toMarkdown } from "./markdown-file.server";

const UTC = { timezone: "UTC" };
const fromMarkdown = async (name: string, text: string) =>
  (
    await readWith(
      text.includes("still-and-know/entry-1") ? ownMarkdown : markdownNotes,
      { [name]: text },
      UTC,
    )
  )[0];
/** Reads a journal of one entry. */
const fromDayOne = async (entry: unknown) => {
  const journal = JSON.stringify({ metadata: { version: "1.0" }, entries: [entry] });
  return (await readWith(dayOne, { "Journal.json": journal }, UTC))[0];
};
const RUNS = { numRuns: 400 };

const at = fc.date({ min: new Date(0), max: new Date("2026-11-21T10:00:00Z"), noInvalidDate: true });
const version = fc.record({ version: fc.integer({ min: 1, max: 9 }), savedAt: at, content: anyContent });
/** An entry with every field of our own format, versions and time of deletion included. */
const anyEntryInFile = fc
  .tuple(anyEntry, fc.array(version, { maxLength: 2 }), fc.option(at))
  .map(([entry, versions, deletedAt]): PortableEntry => ({ ...entry, versions, deletedAt }));

/** Markdown has no picture sizes; they are read from the files. */
const asInMarkdown = (entry: PortableEntry): PortableEntry => {
  const pictures = entry.content.pictures?.map((picture) => ({ ...picture, width: 1, height: 1 }));
  return { ...entry, content: { ...entry.content, ...(pictures && { pictures }) } };
};

const toSecond = (time: Date) => new Date(Math.floor(time.getTime() / 1_000) * 1_000);

/**
 * The entry as Day One can hold it. Its format has no questions, kind, slot, place on a way, intention, version, name of the
 * day, trash, earlier versions or insights, and its times have no milliseconds.
 */
function asInDayOne(entry: PortableEntry): PortableEntry {
  const { id, forDate, timezone, favourite, passageRef, content } = entry;
  const isSameDay = localMoment(entry.createdAt, timezone).date === forDate;
  return foreignEntryDefaults({
    ...{ id, forDate, timezone, favourite, passageRef },
    createdAt: isSameDay ? toSecond(entry.createdAt) : (expect.any(Date) as Date),
    updatedAt: toSecond(entry.updatedAt),
    content: {
      title: content.title.trim().replace(/\s+/g, " "),
      answers: [],
      body: plainTextOf(content),
      tags: content.tags,
      ...mapShortTexts((name) => content[name] || EMPTY_CONTENT[name]),
    },
  });
}

describe("an exported and imported entry", () => {
  it("is unchanged when it is written and read as JSON", () => {
    fc.assert(
      fc.property(anyEntryInFile, (entry) => {
        const file: unknown = JSON.parse(JSON.stringify(jsonEntry(entry)));
        expect(EntrySchema.parse(file)).toEqual(entry);
      }),
      RUNS,
    );
  });

  it("is unchanged when it is written and read as Markdown", async () => {
    await fc.assert(
      fc.asyncProperty(anyEntry, async (entry) => {
        const result = await fromMarkdown("a.md", toMarkdown(entry));
        expect(result).toEqual({ ok: true, left: {}, entry: asInMarkdown(entry) });
      }),
      RUNS,
    );
  });

  it("keeps its text in Markdown when an editor changes line ends to CR LF", async () => {
    await fc.assert(
      fc.asyncProperty(anyEntry, async (entry) => {
        const plain = JSON.parse(JSON.stringify(entry), (key, value: unknown) => {
          if (typeof value !== "string") return value;
          return key.endsWith("At") ? new Date(value) : value.replaceAll("\r", "");
        }) as typeof entry;
        const result = await fromMarkdown("a.md", toMarkdown(plain).replaceAll("\n", "\r\n"));
        expect(result).toEqual({ ok: true, left: {}, entry: asInMarkdown(plain) });
      }),
      RUNS,
    );
  });

  it("is written with every declared field in the declared order", () => {
    fc.assert(
      fc.property(anyEntryInFile, (entry) => {
        const { content, ...beside } = entry;
        const flat: Record<string, unknown> = { ...beside, ...content };
        const declared = Object.keys(ENTRY_FIELDS).filter((name) => flat[name] !== undefined);
        const names = (file: unknown) => Object.keys(JSON.parse(JSON.stringify(file)) as object);
        expect(names(jsonEntry(entry))).toEqual(declared);
        const [front = ""] = /^---\n[^]*?\n---\n/.exec(toMarkdown(entry)) ?? [];
        const below = ["body", "versions", "deletedAt"];
        // The two separator lines, the format and `untitled` are not declared fields, so they are subtracted.
        expect(front.trim().split("\n").length - 3 - Number(content.title === "")).toBe(
          declared.filter((name) => !below.includes(name)).length,
        );
      }),
    );
  });

  it("is exported in full when it exceeds the limits of an import or has a removed value", () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const long = "and on ".repeat(20_000);
        const content = {
          ...entry.content,
          ...{ title: long, body: long, mood: long, tags: Array.from({ length: 30 }, () => long) },
          answers: [{ key: "askedNoMore", question: long, text: long }],
        };
        const versions = Array.from({ length: 12 }, (_, at) => ({
          version: at,
          savedAt: new Date(0),
          content,
        }));
        const kind = "keptNoMore" as PortableEntry["kind"];
        expect(jsonEntry({ ...entry, kind, content, versions })).toMatchObject({
          ...content,
          kind,
          versions: versions.map(() => content),
        });
        expect(toMarkdown({ ...entry, content })).toContain(`"${long}"`);
      }),
      { numRuns: 5 },
    );
  });

  it(
    "is unchanged in all that Day One can hold when it is written and read as Day One",
    { tags: ["release"] },
    async () => {
      await fc.assert(
        fc.asyncProperty(anyEntry, async (entry) => {
          const result = await fromDayOne(toDayOne(entry));
          if (!result || !("entry" in result)) throw new Error(JSON.stringify(result));
          expect(result.entry).toEqual(asInDayOne(entry));
          expect(contentKey(result.entry)).toBe(contentKey(entry));
        }),
        RUNS,
      );
    },
  );

  it("has a Day One id that maps back to its own id when this app has assigned that", () => {
    expect(dayOneUuid("AAAAAAAAAAAAAAAAAAAAAA")).toBe("0".repeat(32));
    expect(entryIdFromDayOne("2F8DDCA258634D9994DF3A4FEE328035")).toBe("L43colhjTZmU3zpP7jKANQ");
    expect(dayOneUuid("L43colhjTZmU3zpP7jKANQ")).toBe("2F8DDCA258634D9994DF3A4FEE328035");
    expect(entryIdFromDayOne("2F8DDCA2-5863-4D99-94DF-3A4FEE328035")).toBe("L43colhjTZmU3zpP7jKANQ");
  });

  it("has a distinct and stable Day One id when another app has assigned its id", () => {
    const uuids = ["mine-1", "mine-2", "x".repeat(64), "x".repeat(63), "a"].map(dayOneUuid);
    for (const uuid of uuids) expect(uuid).toMatch(/^[0-9A-F]{32}$/);
    expect(new Set(uuids).size).toBe(5);
    expect(dayOneUuid("mine-1")).toBe(uuids[0]);
  });
});

describe("an entry of another app", () => {
  it("counts a video, a recording and a document separately when it is of Day One", async () => {
    const [video, recording, document] = ["A1", "B2", "C3"].map((identifier) => ({ identifier }));
    const read = await fromDayOne({
      uuid: "2F8DDCA258634D9994DF3A4FEE328035",
      creationDate: "2021-03-03T18:34:56Z",
      text: "Birds\n\n![](dayone-moment:/video/A1)\n\n![](dayone-moment:/audio/B2)",
      videos: [video],
      audios: [recording],
      pdfAttachments: [document],
    });
    expect(read).toMatchObject({
      left: { pictures: 0, videos: 1, recordings: 1, files: 1 },
      entry: { content: { body: "Birds" } },
    });
  });

  it("converts headings, backslashes and skipped pictures when it is of Day One", async () => {
    const result = await fromDayOne({
      uuid: "2F8DDCA258634D9994DF3A4FEE328035",
      creationDate: "2021-03-03T18:34:56Z",
      modifiedDate: "2021-03-13T21:58:46Z",
      timeZone: "Australia/Sydney",
      starred: true,
      isAllDay: false,
      tags: ["Travel", "bus, early"],
      photos: [{ identifier: "76F9B0AC37954B51BF8B9146498B29C2", type: "jpeg", md5: "x" }],
      weather: { temperatureCelsius: 12 },
      text: "# All packed \\.\\.\n\n![](dayone-moment://76F9B0AC37954B51BF8B9146498B29C2)\n\nOff we go\\!",
    });
    expect(result).toMatchObject({
      ok: true,
      left: { pictures: 1, videos: 0, recordings: 0, files: 0 },
      entry: {
        id: "L43colhjTZmU3zpP7jKANQ",
        kind: "free",
        forDate: "2021-03-04",
        timezone: "Australia/Sydney",
        favourite: true,
        content: { title: "All packed ..", body: "Off we go!", tags: ["Travel", "bus early"] },
      },
    });
  });

  it("counts a Day One photo that the text shows but the entry does not list, and keeps the paragraphs", async () => {
    const result = await fromDayOne({
      uuid: "2F8DDCA258634D9994DF3A4FEE328035",
      creationDate: "2021-03-03T18:34:56Z",
      text: "One\n![](dayone-moment:/video/B2)\n\nTwo ![](dayone-moment://A1)\n\nThree",
      videos: [{ identifier: "B2" }],
    });
    expect(result).toMatchObject({
      left: { pictures: 1, videos: 1 },
      entry: { content: { body: "One\n\nTwo \n\nThree" } },
    });
  });

  it.each([
    [{}, "it has no id"],
    [{ uuid: "nonsense", creationDate: "2021-03-03T18:34:56Z" }, "its id is not one of Day One"],
    [{ uuid: "2F8DDCA258634D9994DF3A4FEE328035" }, "it has no date"],
    [{ uuid: "2F8DDCA258634D9994DF3A4FEE328035", creationDate: "once" }, "its date cannot be read"],
    [null, "it is not an entry"],
  ])("is rejected when it is of Day One and %j", async (value, why) => {
    expect(await fromDayOne(value)).toMatchObject({ ok: false, why });
  });

  it.each([
    [
      "2024-05-06.md",
      "# Rain\n\nIt rained.\n",
      { forDate: "2024-05-06", title: "Rain", body: "It rained.", tags: [] },
    ],
    [
      "note.md",
      "---\ntitle: Rain\ndate: 2024-05-06\ntags: [a, b]\nstarred: true\n---\n\nIt rained.\n\n---\n\nThen not.",
      { forDate: "2024-05-06", title: "Rain", body: "It rained.\n\n---\n\nThen not.", tags: ["a", "b"] },
    ],
    [
      "journal/2024/x.md",
      "---\r\ncreated: 2024-05-06T07:08:09Z\r\ntags:\r\n  - a\r\n  - '#b'\r\n---\r\nOne\r\nTwo\r\n",
      { forDate: "2024-05-06", title: "", body: "One\nTwo", tags: ["a", "b"] },
    ],
    [
      "2024-05-06.txt",
      "\uFEFFPlain words",
      { forDate: "2024-05-06", title: "", body: "Plain words", tags: [] },
    ],
  ])(
    "is read with day, title, text and tags when it is Markdown: %s",
    async (name, text, { forDate, title, body, tags }) => {
      const result = await fromMarkdown(name, text);
      expect(result).toMatchObject({ ok: true, entry: { forDate, content: { title, body, tags } } });
    },
  );

  it.each([
    ["note.md", "Words without a day", "no day is named in its front matter or in its file name"],
    ["2024-02-30.md", "Words", "no day is named in its front matter or in its file name"],
    ["2024-05-06.md", "---\n: : [\n---\nWords", "its front matter cannot be read"],
    [
      "2024-05-06.md",
      "---\na: &a [x, x]\nb: &b [*a, *a, *a, *a]\nc: &c [*b, *b, *b, *b]\nd: [*c, *c, *c, *c]\n---\nWords",
      "its front matter cannot be read",
    ],
    [
      "x.md",
      '---\nformat: "still-and-know/entry-1"\nid: "../../etc"\nkind: "free"\nslot: "none"\ndate: "2024-01-01"\ncreated: "2024-01-01T00:00:00Z"\nupdated: "2024-01-01T00:00:00Z"\n---\n',
      "its id is not one of ours",
    ],
  ])("is rejected with a reason when it is Markdown: %s %j", async (name, text, why) => {
    const result = await fromMarkdown(name, text);
    expect(result && "why" in result ? result.why : "").toContain(why);
  });
});
