import { expect, it } from "vitest";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { answer, visit } from "#tests/support/request";
import type { RenderedContent } from "~/domain/journal/entries/entry-view";
import { memberFrom } from "~/domain/member/current-member.server";
import { loader as entryPage } from "~/routes/member/journal/entry/route";
import { loader as monthPage } from "~/routes/member/journal/history-month";

const picture = (id: string) => ({ id: id.repeat(22), width: 40, height: 30, text: "" });
const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${name} ${at}, ${"by the water ".repeat(7)}`).join("\n");

it("shows a long text page by page with each picture once, and its beginning in a month", async () => {
  const { user, secret: session } = await createSignedIn();
  const body = `${lines("Morning", 600)}\n[picture 2]\n${lines("Evening", 600)}`;
  const content = { body, pictures: [picture("a"), picture("b")], tags: ["heron"] };
  const { _id } = await createEntry(memberFrom(user), { content, forDate: "2026-10-10" });
  const open = async (page: string) => {
    const path = `/journal/entries/${_id}${page}`;
    const { data } = await answer(async () =>
      entryPage(await visit(path, { session, params: { entryId: _id } })),
    );
    return data as { page: number; pages: number; content: RenderedContent };
  };
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
  expect(shown.map((each) => each.map((one) => ("id" in one ? one.id[0] : "?")))).toEqual([
    [],
    ["b"],
    [],
    ["a"],
  ]);
  expect(all.map((each) => each.content.tags)).toEqual([[], [], [], ["heron"]]);
  // An invalid page number leads to the nearest page.
  for (const [asked, page] of [
    ["?page=99", 4],
    ["?page=0", 1],
    ["?page=x", 1],
  ] as const)
    expect((await open(asked)).page).toBe(page);

  const month = await answer(async () =>
    monthPage(await visit("/journal/history/month?month=2026-10", { session })),
  );
  const [first] =
    (month.data as { days: { entries: { content: RenderedContent }[] }[] }).days[0]?.entries ?? [];
  expect(first?.content).toMatchObject({ goesOn: true, pictures: [] });
  expect(JSON.stringify(month.data).length).toBeLessThan(60_000);
});
