import { expect, it } from "vitest";
import { readWith } from "#tests/support/read-format";
import { foreignEntryDefaults } from "~/domain/portability/foreign-entry";
import { toMarkdown } from "~/domain/portability/markdown-file.server";
import { ownMarkdown } from "./own-markdown.server";

const id = "A".repeat(22);
const picture = { id: "p".repeat(22), width: 1, height: 1, text: "Heron" };
const entry = foreignEntryDefaults({
  id,
  forDate: "2026-04-05",
  timezone: "UTC",
  createdAt: new Date("2026-04-05T08:00:00Z"),
  content: {
    title: "Rain",
    body: "before\n\n[picture 1]\n\nafter",
    answers: [],
    mood: "calm",
    tags: ["river"],
    pictures: [picture],
  },
});
const read = (text: string) => readWith(ownMarkdown, { "a.md": text });

it("exports a placeholder as an image in its place, and restores it when the file is imported", async () => {
  const file = toMarkdown(entry);
  expect(file).toContain(`before\n\n![Heron](../pictures/${picture.id}.jpg)\n\nafter`);
  expect(await read(file)).toMatchObject([{ ok: true, entry }]);
});

it("reads an exported entry when an editor changed its tags to a text and its title to a number", async () => {
  const file = toMarkdown(entry)
    .replace(/^tags: .*$/m, "tags: river walk")
    .replace(/^title: .*$/m, "title: 2024");
  expect(await read(file)).toMatchObject([
    { ok: true, entry: { content: { title: "2024", tags: ["river", "walk"] } } },
  ]);
});
