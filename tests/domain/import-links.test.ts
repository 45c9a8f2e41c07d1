import { beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import { makeZip } from "#tests/support/make-zip";
import { uploadJournal } from "#tests/support/upload-journal";
import { renderText } from "~/domain/journal/entries/markdown.server";
import { journalKeys, openContent } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { runImport } from "~/domain/portability/run-import.server";
import { importState } from "~/domain/portability/staged-import.server";
import { setClock } from "~/platform/clock";

let member: Member;
beforeEach(async () => {
  setClock(() => new Date("2026-11-21T10:00:00Z"));
  member = await createMember({ timezone: "Europe/Berlin" });
});

async function importFile(bytes: Buffer, name = "notes.zip", owner = member) {
  const uploaded = await uploadJournal(owner, name, bytes);
  if (!uploaded.ok) throw new Error(uploaded.code);
  const { preview } = (await importState(owner, uploaded.id)) ?? {};
  expect(await runImport(owner, uploaded.id)).toBe("done");
  return preview;
}

/** Imports files and returns the texts of the journal. Links to entries have the entry's day instead of its path. */
async function textsOf(files: Record<string, string>, name?: string, owner = member): Promise<string[]> {
  const zip = makeZip(Object.entries(files).map(([path, data]) => ({ name: path, data })));
  await importFile(zip, name, owner);
  return readTexts(owner);
}

async function readTexts(owner: Member): Promise<string[]> {
  const records = await JournalEntryModel.find({ userId: owner.id }).sort({ forDate: 1 }).lean();
  const days = new Map(records.map(({ _id, forDate }) => [_id, forDate]));
  return records.map((record) =>
    openContent(journalKeys(owner), record).body.replace(
      /\/journal\/entries\/([\w-]+)/g,
      (_address, id: string) => `@${days.get(id)}`,
    ),
  );
}

const UUID = "0123456789ABCDEF0123456789ABCDEF";
const dayOneJournal = (texts: string[]) =>
  JSON.stringify({
    metadata: { version: "1.0" },
    entries: texts.map((text, at) => ({
      ...{ uuid: UUID.slice(0, 31) + at, creationDate: `2024-05-0${at + 6}T10:00:00Z`, text },
      timeZone: "Europe/London",
    })),
  });
const joplinNote = (title: string, body: string, id: string, day: string) =>
  `${title}\n\n${body}\n\nid: ${id}\ncreated_time: ${day}T10:00:00.000Z\ntype_: 1`;
const bearInfo = (id: string, day: string) =>
  JSON.stringify({
    "net.shinyfrog.bear": { uniqueIdentifier: id, creationDate: `${day}T10:00:00Z` },
  });
const [A, B, C] = ["a", "b", "c"].map((sign) => sign.repeat(32));

const CASES: [string, Record<string, string>, texts: string[]][] = [
  [
    "wiki links of Obsidian, to a later and to an earlier note",
    {
      "Daily/2024-05-06.md": "See [[2024-05-07 Mill]] and [[2024-05-07 Mill#Noon|the mill]].",
      "Notes/2024-05-07 Mill.md": "After [[2024-05-06]], not [[Anna]].",
    },
    [
      "See [2024-05-07 Mill](@2024-05-07) and [the mill](@2024-05-07).",
      "After [2024-05-06](@2024-05-06), not Anna.",
    ],
  ],
  [
    "notes that are embedded, and links through a name in another form of accents",
    {
      "2024-05-06.md": "![[2024-05-07 \u00dcbung]] [it](2024-05-07%20U%CC%88bung.md)",
      "2024-05-07 U\u0308bung.md": "Words",
    },
    ["[2024-05-07 Übung](@2024-05-07) [it](@2024-05-07)", "Words"],
  ],
  [
    "paths relative to the note",
    {
      "a/2024-05-06.md": "[next](../b/2024-05-07.md#noon) [here](2024-05-08%20x.md) [gone](2024-05-09.md)",
      "b/2024-05-07.md": "Words",
      "a/2024-05-08 x.md": "Words `[[2024-05-06]]`",
    },
    ["[next](@2024-05-07) [here](@2024-05-08) gone", "Words", "Words `[[2024-05-06]]`"],
  ],
  [
    "pages of Logseq",
    { "journals/2024_05_06.md": "- after [[2024-05-07]]", "journals/2024_05_07.md": "- Words" },
    ["- after [2024-05-07](@2024-05-07)", "- Words"],
  ],
  [
    "pages of Notion",
    {
      [`One ${A}.md`]: `# One\n\nCreated: May 6, 2024\n\nSee [Two](Two%20${B}.md).`,
      [`Two ${B}.md`]: "# Two\n\nCreated: May 7, 2024\n\nWords",
    },
    ["See [Two](@2024-05-07).", "Words"],
  ],
  [
    "entries of Day One",
    {
      "Journal.json": dayOneJournal([
        `See [that day](dayone://view?entryId=${UUID.slice(0, 31)}1) and [none](dayone://view?entryId=${"F".repeat(32)}).`,
        "Words",
      ]),
    },
    ["See [that day](@2024-05-07) and none.", "Words"],
  ],
  [
    "notes of Joplin",
    {
      [`${A}.md`]: joplinNote("One", `See [Two](:/${B}) and [none](:/${C}).`, A ?? "", "2024-05-06"),
      [`${B}.md`]: joplinNote("Two", "Words", B ?? "", "2024-05-07"),
    },
    ["See [Two](@2024-05-07) and none.", "Words"],
  ],
  [
    "notes of Bear",
    {
      "One.textbundle/text.md": "# One\nSee [[Two]] and [it](bear://x-callback-url/open-note?id=B-2).",
      "One.textbundle/info.json": bearInfo("B-1", "2024-05-06"),
      "Two.textbundle/text.md": "# Two\nWords",
      "Two.textbundle/info.json": bearInfo("B-2", "2024-05-07"),
    },
    ["See [Two](@2024-05-07) and [it](@2024-05-07).", "Words"],
  ],
];

describe("a link between imported entries", () => {
  it.each(CASES)("leads to the entry for %s", async (_case, files, texts) => {
    expect(await textsOf(files)).toEqual(texts);
  });

  it("leads to an entry of an earlier import", { tags: ["release"] }, async () => {
    await textsOf({ "2024-05-07.md": "Words" });
    const texts = await textsOf({ "2024-05-06.md": "[[2024-05-07]]", "2024-05-07.md": "Words" });
    expect(texts).toEqual(["[2024-05-07](@2024-05-07)", "Words"]);
  });

  it("leads to an existing entry with the same text", async () => {
    await createEntry(member, { forDate: "2024-05-07", content: { body: "Words" } });
    const texts = await textsOf({ "2024-05-06.md": "[[2024-05-07]]", "2024-05-07.md": "Words" });
    expect(texts).toEqual(["[2024-05-07](@2024-05-07)", "Words"]);
  });

  it("leads to the member's own entry when others have the same journal", { tags: ["release"] }, async () => {
    const journal = {
      "Journal.json": dayOneJournal([`[it](dayone://view?entryId=${UUID.slice(0, 31)}1)`, "Words"]),
    };
    await textsOf(journal, "a.zip", await createMember());
    expect(await textsOf(journal)).toEqual(["[it](@2024-05-07)", "Words"]);
  });

  it("is ignored when the entry is compared with existing entries", { tags: ["release"] }, async () => {
    const files = [
      { name: "2024-05-06.md", data: "See [[2024-05-07]]." },
      { name: "2024-05-07.md", data: "Words" },
    ];
    await createEntry(member, { forDate: "2024-05-06", content: { body: "See 2024-05-07." } });
    expect(await importFile(makeZip(files))).toMatchObject({ coming: 1, known: 1 });
    expect(await importFile(makeZip(files))).toMatchObject({ coming: 0, known: 2 });
  });

  it("is shown as plain words in the preview, because the entry does not exist yet", async () => {
    const preview = await importFile(
      makeZip([
        { name: "2024-05-06.md", data: "See [[2024-05-07]]." },
        { name: "2024-05-07.md", data: "Words" },
      ]),
    );
    expect(preview?.examples).toMatchObject([{ content: { body: "See 2024-05-07." } }, {}]);
  });

  it("is rendered as a link, unlike other paths of this site", () => {
    const linkOf = (address: string) => renderText(`[it](${address})`, 2);
    expect(linkOf("/journal/entries/AbC-_1")).toMatchObject({
      html: expect.stringContaining('<a href="/journal/entries/AbC-_1"') as string,
    });
    for (const address of [
      "/journal/entries/a/../../../logout",
      "//example.org",
      "/settings",
      "/journal/entries/",
    ])
      expect(linkOf(address)).toBe(`[it](${address})`);
  });
});
