/** @module-tag release */
import { expect, it } from "vitest";
import { createEntry } from "#tests/factories/journal-entry";
import { see, signIn } from "#tests/support/member-session";
import type { RenderedContent } from "~/domain/journal/entries/entry-view";
import * as entryPage from "~/routes/member/journal/entry";
import * as monthPage from "~/routes/member/journal/history-month";

type EntryPage = { page: number; pages: number; content: RenderedContent };

const picture = (id: string) => ({ id: id.repeat(22), width: 40, height: 30, text: "" });
const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${name} ${at}, ${"by the water ".repeat(7)}`).join("\n");

it("shows a long text page by page with each picture once, and its beginning in a month", async () => {
  const { member } = await signIn();
  const body = `${lines("Morning", 600)}\n[picture 2]\n${lines("Evening", 600)}`;
  const content = { body, pictures: [picture("a"), picture("b")], tags: ["heron"] };
  const { _id } = await createEntry(member, { content, forDate: "2026-10-10" });
  const open = async (page: string): Promise<EntryPage> =>
    (await see(entryPage, `/journal/entries/${_id}${page}`, { entryId: _id })).page;
  const { pages } = await open("");
  expect(pages).toBe(4);
  const all = await Promise.all([1, 2, 3, 4].map((page) => open(`?page=${page}`)));
  const textOf = ({ content: { body: whole, placed } }: (typeof all)[number]) =>
    (placed ?? [whole]).map((part) => (typeof part === "string" ? part : "[picture 2]"));
  const words = (text: string) => text.replace(/\s+/g, " ").trim();
  expect(words(all.flatMap(textOf).join("\n"))).toBe(words(body));
  const shown = all.map((each) => [
    ...(each.content.placed ?? []).filter((part) => typeof part === "object"),
    ...(each.content.pictures ?? []),
  ]);
  const ids = shown.map((each) => each.map((one) => ("id" in one ? one.id[0] : "?")).join(""));
  expect(ids).toEqual(["", "b", "", "a"]);
  expect(all.map((each) => each.content.tags)).toEqual([[], [], [], ["heron"]]);
  // An invalid page number leads to the nearest page.
  const clamped = await Promise.all(["99", "0", "x"].map((page) => open(`?page=${page}`)));
  expect(clamped.map(({ page }) => page)).toEqual([4, 1, 1]);

  const { page: month } = await see(monthPage, "/journal/history/month?month=2026-10");
  expect(month.days[0].entries[0].content).toMatchObject({ goesOn: true, pictures: [] });
  expect(JSON.stringify(month).length).toBeLessThan(60_000);
});
