import { describe, expect, it } from "vitest";
import { readWith } from "#tests/support/read-format";
import { notion } from "./notion.server";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const ID = "0a1b2c3d4e5f60718293a4b5c6d7e8f9";
const PAGE = `Private/Journal ${ID}/Evening ${ID}.md`;
const readPage = (text: string, beside: Record<string, Uint8Array> = {}) =>
  readWith(notion, { [PAGE]: text, ...beside });

describe("a page of Notion", () => {
  it("reads day, mood, tags and star when they are properties, and keeps an unknown property as text", async () => {
    const [result] = await readPage(
      "# Evening\n\nDate: May 6, 2024 9:30 PM\nCreated: May 7, 2024 8:00 AM\nLast Edited Time: May 8, 2024 8:00 AM\n" +
        "Tags: river, long walk\nMood: Calm\nFavorite: Yes\nWeather: dry\nCreated by: Jo\n\nWater high.\n\nNote: later.",
    );
    expect(result).toMatchObject({
      ok: true,
      entry: {
        forDate: "2024-05-06",
        createdAt: new Date("2024-05-06T19:30:00Z"),
        updatedAt: new Date("2024-05-08T06:00:00Z"),
        favourite: true,
        content: {
          title: "Evening",
          mood: "Calm",
          tags: ["river", "long walk"],
          body: "Water high.\n\nNote: later.\n\nWeather: dry",
        },
      },
    });
  });

  it.each([
    ["its title", "# @May 6, 2024\n\nNote: words", "", "Note: words"],
    ["its time of creation", "# Evening\n\nCreated: May 6, 2024 8:00 AM\n\nWords", "Evening", "Words"],
    ["a span", "# Untitled\n\nWhen: May 6, 2024 → May 8, 2024\n\nWords", "", "Words"],
    [
      "a column other than its time of creation",
      "# Evening\n\nCreated: May 1, 2024 8:00 AM\nDue: June 1, 2024\nTag des Eintrags: May 6, 2024\n\nWords",
      "Evening",
      "Words\n\nDue: June 1, 2024\nTag des Eintrags: May 6, 2024",
    ],
    ["a column in Chinese", "# Evening\n\n日期: 2024年5月6日\n\nWords", "Evening", "Words"],
    ["a column named Tag", "# Evening\n\nTag: May 6, 2024\n\nWords", "Evening", "Words"],
    ["another property", "# Evening\n\nWritten: 6 May 2024", "Evening", "Written: 6 May 2024"],
  ])("is dated when its day is in %s", async (_, text, title, body) => {
    expect(await readPage(text)).toMatchObject([
      { entry: { forDate: "2024-05-06", content: { title, body, tags: [] } } },
    ]);
  });

  it("is refused when it has no day", async () => {
    expect(await readPage("# Journal\n\nNote: some words\n\nMore.")).toEqual([
      { ok: false, why: "none of its properties is a day" },
    ]);
  });

  it("places pictures and removes markup when its text has both", async () => {
    const [result] = await readPage(
      "# Evening\n\nDate: May 6, 2024\nPhotos: Evening/P1.png\n\n<aside>\n💡 Mind the <u>step</u>.\n\n</aside>\n\n" +
        `![P0.png](Evening/P0.png)\n\n[Other](Other%20${ID}.md) and [list](Journal%20${ID}.csv), [map](https://example.org)\n\n` +
        "[plan.pdf](Evening/plan.pdf) [rain.m4a](Evening/rain.m4a)\n\n```\n<u>[code](a.md)</u>\n```\n\n1 < 2",
      {
        [`Private/Journal ${ID}/Evening/P0.png`]: PNG,
        [`Private/Journal ${ID}/Evening/P1.png`]: Buffer.concat([PNG, Buffer.from("1")]),
      },
    );
    expect(result).toMatchObject({
      left: { pictures: 0 },
      entry: {
        content: {
          body:
            "💡 Mind the step.\n\n[picture 1]\n\nOther and list, [map](https://example.org)\n\nplan.pdf rain.m4a\n\n" +
            "```\n<u>[code](a.md)</u>\n```\n\n1 < 2",
          pictures: [{ text: "" }, { text: "" }],
        },
      },
    });
  });

  it("is skipped when it is the table of a database", async () => {
    const table = { [`Journal ${ID}_all.csv`]: "Name,Date\nEvening,x" };
    expect(await readWith(notion, { ...table, [`Journal/Evening ${ID}.md`]: "# Evening" })).toEqual([]);
    await expect(readWith(notion, table)).rejects.toThrow("not recognised");
  });
});
