import { beforeEach, describe, expect, it } from "vitest";
import { createEntry } from "#tests/factories/journal-entry";
import { see, send, signIn, type Fields, type Page } from "#tests/support/member-session";
import type { Member } from "~/domain/member/member";
import { setClock } from "~/platform/clock";
import * as historyPage from "~/routes/member/journal/history/route";
import * as random from "~/routes/member/journal/random";
import * as tagsPage from "~/routes/member/journal/tags/route";
import * as wordsPage from "~/routes/member/journal/words/route";

let member: Member;
beforeEach(async () => {
  setClock(() => new Date("2026-11-21T20:12:00Z"));
  ({ member } = await signIn());
});

const change = (fields: Fields) => send(tagsPage, "/journal/tags", fields);
const seeTags = async (): Promise<Page> => (await see(tagsPage, "/journal/tags")).page;
const seeHistory = async (query = ""): Promise<Page> =>
  (await see(historyPage, `/journal/history${query}`)).page;

const kept = (forDate: string, word: string, passageRef: string) =>
  createEntry(member, {
    kind: "lectio",
    slot: "morning",
    forDate,
    passageRef,
    content: { body: "", answers: [{ key: "wordKept", question: "Which word?", text: word }] },
  });

describe("the page of tags", () => {
  it("renames a tag, and offers to undo it", async () => {
    await createEntry(member, { content: { tags: ["walking"] } });
    expect(await change({ intent: "rename", tag: "walking", to: "feet" })).toMatchObject({
      status: 302,
      location: "/journal/tags",
    });
    const done = "“walking” is “feet” now.";
    expect(await seeTags()).toMatchObject({ tags: [{ tag: "feet" }], done });
    await change({ intent: "undo" });
    expect(await seeTags()).toMatchObject({ tags: [{ tag: "walking" }], done: null });
  });

  it.each([
    ["no name", { intent: "rename", tag: "walking", to: " " }, /write the new name/, 400],
    ["two names", { intent: "rename", tag: "walking", to: "a, b" }, /without a comma/, 400],
    ["a long name", { intent: "rename", tag: "walking", to: "x".repeat(41) }, /under 40 characters/, 400],
    ["one that is there", { intent: "rename", tag: "walking", to: "robin" }, /Merge the two instead/, 409],
  ])("refuses %s beside its field and keeps the input", async (_, fields, says, status) => {
    await createEntry(member, { content: { tags: ["walking", "robin"] } });
    const refused = await change(fields);
    expect(refused.status).toBe(status);
    expect(JSON.stringify(refused.data)).toMatch(says);
    expect(JSON.stringify(refused.data)).toContain(JSON.stringify(fields.to));
  });
});

describe("kept words", () => {
  it("are listed with day and passage, by season and by book", async () => {
    await kept("2026-11-20", "Remain in my love.", "John 15:9-12");
    await kept("2025-12-03", "The people walking in darkness", "Isaiah 9:2-7");
    await kept("2026-11-19", " ", "John 15:1");
    await createEntry(member, { content: { body: "Remain outside." } });
    const words = async (query: string) => {
      const { page } = await see(wordsPage, `/journal/words${query}`);
      return page.months.flatMap(({ items }: Page) =>
        items.map(({ word, passage }: Page) => `${word} ${passage}`),
      );
    };
    expect(await words("")).toEqual([
      "Remain in my love. John 15:9–12",
      "The people walking in darkness Isaiah 9:2–7",
    ]);
    expect(await words("?season=advent")).toEqual(["The people walking in darkness Isaiah 9:2–7"]);
    expect(await words("?book=John")).toEqual(["Remain in my love. John 15:9–12"]);
    expect(await words("?book=Nonsense&season=none&page=%00")).toHaveLength(2);
  });

  it("are shown one year later on the same day", async () => {
    const { _id: id } = await kept("2025-11-21", "Do not be afraid.", "Luke 12:32");
    const { remembered } = await seeHistory();
    expect(remembered).toEqual([expect.objectContaining({ id, excerpt: "“Do not be afraid.”" })]);
  });
});

describe("active filters", () => {
  it("are listed above the history, each with a link that removes it", async () => {
    const { set } = await seeHistory("?q=frost&tag=walking&book=John&favourite=1&from=2026-01-02");
    expect(set.map(({ name, value }: Page) => `${name} ${value}`.trim())).toEqual([
      "Search “frost”",
      "Tag walking",
      "Written with John",
      "Favourites",
      "From Friday, 2 January 2026",
    ]);
    expect(set[1]?.without).toMatchObject({ q: "frost", book: "John", favourite: true });
    expect(set[1]?.without).not.toHaveProperty("tag", "walking");
  });
});

it("opens a random old entry, or says that there is none", async () => {
  expect(await see(random, "/journal/random")).toMatchObject({ status: 302, location: "/journal/history" });
  const { _id } = await createEntry(member, { forDate: "2025-01-01" });
  expect(await see(random, "/journal/random")).toMatchObject({
    status: 302,
    location: `/journal/entries/${_id}`,
  });
});
