import { describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { createSignedIn } from "#tests/factories/user";
import { load, submit } from "#tests/support/request";
import { entriesForChapter } from "~/domain/journal/history/list-history.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { bookBySlug } from "~/domain/scripture/bible/bible-books";
import { loader as bibleLoader } from "~/routes/member/bible/bible";
import { loader as bookLoader } from "~/routes/member/bible/book";
import { loader as chapterLoader } from "~/routes/member/bible/chapter";
import { action as freeAction, loader as freeLoader } from "~/routes/member/journal/free/route";
import { loader as passageLoader } from "~/routes/member/journal/passage";

function open(path: string, session: string) {
  const [, book, chapter] = /^\/bible(?:\/([^/?]+))?(?:\/([^/?]+))?/.exec(path) ?? [];
  const loader = chapter ? chapterLoader : book ? bookLoader : bibleLoader;
  return load(loader, path, { session, params: { book, chapter } });
}

describe("the Bible pages", () => {
  it("open books, chapters and verses", async () => {
    const { secret } = await createSignedIn();
    expect((await open("/bible", secret)).data).toMatchObject({
      text: { id: "web", name: "World English Bible" },
      testaments: [{ testament: "old" }, { testament: "new" }],
    });
    expect((await open("/bible/john", secret)).data).toMatchObject({ book: { name: "John" } });
    expect((await open("/bible/john/15?verse=4-5", secret)).data).toMatchObject({
      title: "John 15",
      shown: { marked: [{ from: 4, to: 5 }], previous: { name: "John 14" }, next: { name: "John 16" } },
    });
    const kjv = await open("/bible/psalms/23?translation=kjv", secret);
    expect(JSON.stringify(kjv.data)).toContain("The LORD is my shepherd; I shall not want.");
    // A single psalm is called "Psalm".
    expect(kjv.data).toMatchObject({
      title: "Psalm 23",
      shown: { previous: { name: "Psalm 22" }, next: { name: "Psalm 24" } },
    });
    expect(JSON.stringify(await open("/bible?q=shepherd", secret))).toContain('"place":"Psalm 23:1"');
    expect((await open("/bible/psalms/23?translation=nothing", secret)).data).toMatchObject({
      text: { id: "web" },
    });
  });

  it("resolve a typed reference, and suggest books for an unknown one", async () => {
    const { secret } = await createSignedIn();
    expect(await open("/bible?ref=Ps+23&translation=kjv", secret)).toMatchObject({
      ...{ status: 302, location: "/bible/psalms/23?translation=kjv" },
    });
    expect(await open("/bible?ref=Gnesis+1", secret)).toMatchObject({
      status: 404,
      data: {
        typed: { nearest: expect.arrayContaining([{ name: "Genesis", slug: "genesis" }]) as unknown },
      },
    });
    expect(await open("/bible?ref=Lk+1:5-25;+2:1-7", secret)).toMatchObject({
      status: 200,
      data: {
        typed: { left: "", places: [{ name: "Luke 1:5-25" }, { address: "/bible/luke/2?verse=1-7" }] },
      },
    });
    expect(await open("/bible?ref=John+3:16+and+Gnesis", secret)).toMatchObject({
      status: 404,
      data: { typed: { places: [{ name: "John 3:16" }] } },
    });
    // An empty field is no reference.
    expect((await open("/bible?ref=+", secret)).status).toBe(200);
  });

  it.each([
    ["/bible/jhon", { nearest: { length: 4 } }],
    ["/bible/jhon/3", { nearest: { length: 4 } }],
    ["/bible/john/99", { chapters: { length: 21 } }],
    ["/bible/john/x", { chapters: { length: 21 } }],
    ["/bible/tobit", {}],
  ])("return 404 for %s with suggestions", async (path, suggested) => {
    const { secret } = await createSignedIn();
    expect(await open(path, secret)).toMatchObject({ status: 404, data: suggested });
  });

  it("search by URL", async () => {
    const { secret } = await createSignedIn();
    expect((await open("/bible?q=%22be+still%22&book=psalms", secret)).data).toMatchObject({
      book: { slug: "psalms" },
      search: { isEmpty: false, books: [{ name: "Psalms" }] },
    });
    expect((await open("/bible?q=", secret)).data).toMatchObject({ search: { isEmpty: true } });
    const first = (await open("/bible?q=love", secret)).data as { search: { after: string; count: number } };
    const { data } = await open(`/bible?q=love&after=${first.search.after}`, secret);
    expect(JSON.stringify(data)).not.toContain('"chapter":22,"verse":2,"pieces"');
    expect(data).toMatchObject({ search: { count: first.search.count } });
  });

  it("are reached from a stored reference in any translation", async () => {
    const { secret } = await createSignedIn();
    const lead = async (query: string) =>
      (await load(passageLoader, `/journal/passage?${query}`, { session: secret })).location;
    expect(await lead("ref=John+15%3A4-5")).toBe("/bible/john/15?verse=4-5");
    expect(await lead("ref=Psalm+23")).toBe("/bible/psalms/23");
    expect(await lead("ref=Psalm+23&translation=kjv")).toBe("/bible/psalms/23?translation=kjv");
    expect(await lead("ref=Acts+8%3A37")).toBe("/bible/acts/8?verse=37&translation=kjv");
  });
});

describe("an entry with a passage", () => {
  const write = (session: string, fields: Record<string, string>) =>
    submit(freeAction, "/journal/free", { body: "Some words", ...fields }, { session });
  const desk = async (session: string, query: string) =>
    (await load(freeLoader, `/journal/free${query}`, { session })).data;

  it("starts as a free page with the passage and stores it", async () => {
    const { user, secret } = await createSignedIn();
    expect(await desk(secret, "?passage=John+15%3A4-5")).toMatchObject({
      passageRef: "John 15:4-5",
      passage: { reference: "John 15:4–5" },
    });
    expect(await desk(secret, "?passage=nothing")).toMatchObject({ passage: null });
    await write(secret, { passage: "John 15:4-5", intent: "draft" });
    expect(await desk(secret, "")).toMatchObject({ passage: { reference: "John 15:4–5" } });
    expect((await write(secret, { passage: "John 15:4-5", intent: "finish" })).status).toBe(302);
    expect(await JournalEntryModel.findOne({ userId: user._id, status: "final" }).lean()).toMatchObject({
      passageRef: "John 15:4-5",
    });
    const chapter = await open("/bible/john/15", secret);
    expect(chapter.data).toMatchObject({ entries: [{ reference: "John 15:4-5", excerpt: "Some words" }] });
    expect((await open("/bible/john/1", secret)).data).toMatchObject({ entries: [] });
    const other = await createSignedIn();
    expect((await open("/bible/john/15", other.secret)).data).toMatchObject({ entries: [] });
  });

  it("ignores an invalid passage without losing text", async () => {
    const { user, secret } = await createSignedIn();
    for (const passage of ["nothing", "x".repeat(300), "Psalm 151:2", "__proto__"])
      expect((await write(secret, { passage, intent: "finish" })).status).toBe(302);
    const stored = await JournalEntryModel.find({ userId: user._id }).lean();
    expect(stored.map(({ passageRef }) => passageRef)).toEqual(["", "", "", ""]);
  });

  it("is listed with its chapter, and not with one of a similar name", async () => {
    const { user, secret } = await createSignedIn();
    const psalms = bookBySlug("psalms") ?? expect.fail();
    for (const passage of ["Psalm 1", "Psalm 1:3", "Psalm 11:1", "Psalm 119:1-8", "Psalm 100"])
      await write(secret, { passage, intent: "finish" });
    const of = async (chapter: number) =>
      (await entriesForChapter(memberFrom(user), psalms, [chapter])).map(({ reference }) => reference).sort();
    expect(await of(1)).toEqual(["Psalm 1", "Psalm 1:3"]);
    expect(await of(11)).toEqual(["Psalm 11:1"]);
    expect(await of(119)).toEqual(["Psalm 119:1-8"]);
  });
});
