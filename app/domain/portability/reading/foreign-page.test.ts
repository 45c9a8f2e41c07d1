import { expect, it } from "vitest";
import { readWith } from "#tests/support/read-format";
import { markdownNotes } from "~/domain/portability/formats/markdown.server";

it.each([
  ["# To [[Mill|the mill]] and [on](weir.md)\n\nWords", "To the mill and on"],
  ['---\ntitle: "[[2024-05-06]] ![x](y.png)"\n---\nWords', "2024-05-06 x"],
  ["# Plain [brackets] and 3 * 4\n\nWords", "Plain [brackets] and 3 * 4"],
])("shows the words of links when a title is %j", async (text, title) => {
  const [read] = await readWith(markdownNotes, { "2024-05-06.md": text });
  expect(read).toMatchObject({ entry: { content: { title, body: "Words" } } });
});

it("reads one tag when a tag of another program contains commas", async () => {
  const text = '---\ntags: ["prayer, morning", " two  words ", "a,b"]\n---\nWords';
  const [read] = await readWith(markdownNotes, { "2024-05-06.md": text });
  expect(read).toMatchObject({ entry: { content: { tags: ["prayer morning", "two words", "a b"] } } });
});
