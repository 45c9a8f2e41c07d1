import { describe, expect, it } from "vitest";
import { readWith } from "#tests/support/read-format";
import { dayHeadings } from "./day-headings.server";

const read = (text: string, name = "Diary.md") => readWith(dayHeadings, { [name]: text });
const day = (forDate: string, title: string, body: string) => ({
  ok: true,
  entry: { forDate, content: { title, body } },
});

describe("a file with days as headings", () => {
  it("yields an entry for each day heading of the highest level when deeper headings and code have days, too", async () => {
    const text =
      "# Diary\n\n## May 2024\n\n### Monday, May 6, 2024 – By the weir\n\nOne.\n\n#### 2024-05-01\n\nThen.\n\n" +
      "### **May 7, 2024**\n\n```\n### 2024-05-09\n```\n\n## June\n\n### 2024-06-01 21:30 Late\nThree.";
    expect(await read(text)).toMatchObject([
      day("2024-05-06", "By the weir", "One.\n\n#### 2024-05-01\n\nThen."),
      day("2024-05-07", "", "```\n### 2024-05-09\n```"),
      {
        entry: { ...day("2024-06-01", "Late", "Three.").entry, createdAt: new Date("2024-06-01T19:30:00Z") },
      },
    ]);
  });

  it("yields an entry for each line that is only a day when an empty line is above it", async () => {
    const text = "Monday, May 6, 2024\n===\n\nOne.\nMay 1, 2024\n\nMay 7, 2024\nTwo.";
    expect(await read(text, "My journal.txt")).toMatchObject([
      day("2024-05-06", "", "One.\nMay 1, 2024"),
      day("2024-05-07", "", "Two."),
    ]);
  });

  it.each([
    [
      "06.05.2024: By the weir.\n**07.05.2024**: Fog.\nMore fog.\n08.05.2024 – Bread.",
      ["By the weir.", "Fog.\nMore fog.", "Bread."],
    ],
    [
      "May 8, 2024\n\nSun.\n\nMay 7, 2024 - Fog.\nMore fog.\n\nMay 6, 2024\n\nMay 9, 2024: the day after.",
      ["Sun.", "Fog.\nMore fog.", "May 9, 2024: the day after."],
    ],
    ["2024-05-06 21:30 - A\n\n2024-05-07: B\n\nSince 2024: C", ["A", "B\n\nSince 2024: C"]],
    ["2024-05-06 Fog at the weir.\n2024-05-07 Bread.", ["Fog at the weir.", "Bread."]],
    ["06.05.2024 Fog at the weir.\n07.05.2024 Bread.", ["Fog at the weir.", "Bread."]],
    ["- 2024-05-06: Fog.\n- 2024-05-07: Bread.", ["Fog.", "Bread."]],
    [
      "2024-05-06\n\nFog.\n- 2024-05-07: dentist\n\n2024-05-08\n\nBread.",
      ["Fog.\n- 2024-05-07: dentist", "Bread."],
    ],
  ])("splits the text at the days in order when its lines begin with days: %j", async (text, bodies) => {
    const entries = (await read(text, "log.txt")) as { entry: { content: object } }[];
    expect(entries.map(({ entry }) => entry.content)).toMatchObject(
      bodies.map((body) => ({ title: "", body })),
    );
  });

  it("uses its heading as the title when it has one day", async () => {
    expect(await read("# Trip\n\nMay 6, 2024\n\nWords.")).toMatchObject([
      day("2024-05-06", "Trip", "Words."),
    ]);
  });

  it.each([
    ["## 05/06/2024\n\nA\n\n## 31/05/2024\n\nB", ["2024-06-05", "2024-05-31"]],
    ["Montag, 06.05.2024\n\nA\n\nDienstag, 07.05.2024\n\nB", ["2024-05-06", "2024-05-07"]],
    ["# 2024年5月6日 星期一\n\nA\n\n# 2024年5月7日\n\nB", ["2024-05-06", "2024-05-07"]],
    ["# 2024\n\n## Monday, 6 May\n\nA\n\n# 2025\n\n## 7 May\n\nB", ["2024-05-06", "2025-05-07"]],
    ["# 2024\n## May\n### Monday 6\nA\n## June\n### 7th\nB", ["2024-05-06", "2024-06-07"]],
    ["## [[2024-05-06]] Monday\n\nA\n\n## [[2024-05-07|Tuesday]]\n\nB", ["2024-05-06", "2024-05-07"]],
    ["6.5.24\n\nA\n\n7.5.24\n\nB", ["2024-05-06", "2024-05-07"]],
    ["# May 2024\n\n## 6\n\nA\n\n## 7\n\nB", ["2024-05-06", "2024-05-07"]],
    ["=== 2024-05-06 ===\nA\n\n=== 2024-05-07 ===\nB", ["2024-05-06", "2024-05-07"]],
    ["Date: 6 May 2024\nA\n\n**Date:** 7 May 2024\nB", ["2024-05-06", "2024-05-07"]],
    ["Monday 6th May 2024, 9.30pm\nA\n\nTuesday 7th May 2024, 10am\nB", ["2024-05-06", "2024-05-07"]],
    ["20240506\nA\n\n20240507\nB", ["2024-05-06", "2024-05-07"]],
  ])("reads both days when the text is %j", async (text, days) => {
    expect(await read(text)).toMatchObject([day(days[0] ?? "", "", "A"), day(days[1] ?? "", "", "B")]);
  });

  it("uses the heading above its first day as the title when the heading is neither year nor month", async () => {
    expect(await read("# Spain\n\n## 2024-05-06\n\nOne.")).toMatchObject([
      day("2024-05-06", "Spain", "One."),
    ]);
  });

  it("rejects only the text above its first day when that text belongs to no day", async () => {
    expect(await read("Who finds this\n\n## 2024-05-06\n\nOne.\n\n## 2024-05-07\n\nTwo.")).toMatchObject([
      { ok: false, why: "the words above its first day belong to no day" },
      { ok: true },
      { ok: true },
    ]);
  });

  it.each([
    ["a note with a date in its text", "Notes.md", "Words.\n\nMay 6, 2024\n\nMore."],
    ["a page of the day in its name", "2024-05-06.md", "## 2024-05-06\n\nOne.\n\n## 2024-05-07\n\nPlans."],
    ["a page with front matter", "Note.md", "---\ndate: 2024-05-06\n---\n\n## 2024-05-06\n\n## 2024-05-07"],
  ])("is not recognised when it is %s", async (_, name, text) => {
    await expect(read(text, name)).rejects.toThrow("not recognised");
  });

  it.each([
    ["## Mon, 6 May 2024\n\nA\n\n## Tue, 7 May 2024 (rain)\n\nB", "rain"],
    ["## Mon, 6 May 2024\n\nA\n\n## Tue, 7 May 2024, evening\n\nB", "evening"],
    ["# 2024\n\n## 6 May\n\nA\n\n## 7 May – By the weir\n\nB", "By the weir"],
    ["# 1 May 2024 to 9 May 2024\n\n## 2024-05-06\n\nA\n\n## 2024-05-07 Mill\n\nB", "Mill"],
  ])("uses the words after a day as the title when the text is %j", async (text, title) => {
    expect(await read(text)).toMatchObject([day("2024-05-06", "", "A"), day("2024-05-07", title, "B")]);
  });

  it("reads the tags and fields of each day, and adds the tags of its front matter, when it is Markdown", async () => {
    const text =
      "---\ntags: [diary]\n---\n# 2024\n\n## 6 May 2024\nmood:: calm\nOne #walk\n\n## 7 May 2024\n- ```\n  ## 8 May 2024\n  ```\n";
    expect(await read(text, "Diary.md")).toMatchObject([
      {
        entry: {
          forDate: "2024-05-06",
          content: { body: "One #walk", tags: ["diary", "walk"], mood: "calm" },
        },
      },
      { entry: { forDate: "2024-05-07", content: { tags: ["diary"] } } },
    ]);
  });

  it("reads its days when lines end with LF and with CR LF", async () => {
    expect(await read("# Diary\n\n## 2024-05-06\r\nOne\r\n\n## 2024-05-07\r\nTwo\r\n")).toMatchObject([
      day("2024-05-06", "", "One"),
      day("2024-05-07", "", "Two"),
    ]);
  });

  it("reads the time of an entry when it is between the day and the words", async () => {
    const results = await read("2024-05-06 21:30 Fog.\nMore.\n\n2024-05-07 9:00 pm Clear.", "jrnl.txt");
    expect(results).toMatchObject([
      { entry: { createdAt: new Date("2024-05-06T19:30:00Z"), content: { body: "Fog.\nMore." } } },
      { entry: { createdAt: new Date("2024-05-07T19:00:00Z"), content: { body: "Clear." } } },
    ]);
  });

  it("is split at its days when it has three of them, even if its name has a day", async () => {
    expect(
      await read("## 2024-05-06\n\nA\n\n## 2024-05-07\n\nB\n\n## 2024-05-08\n\nC", "Diary 2024-11-20.md"),
    ).toHaveLength(3);
  });
});
