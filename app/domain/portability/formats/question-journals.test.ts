import { describe, expect, it } from "vitest";
import { readWith } from "#tests/support/read-format";
import { fiveMinuteJournal } from "./five-minute-journal.server";
import { gridDiary } from "./grid-diary.server";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

describe("a journal of questions", () => {
  it("is read with each answer below its question when it is from Grid Diary", async () => {
    const grids = [
      { question: "What was good?", answer: "Water high." },
      { question: "Empty?", answer: " " },
      { question: "And bad?", answer: "Fog.\nMore." },
      { id: "A1", type: "note", body: { text: "An unknown part." } },
    ];
    const file = {
      version: "5.0",
      entries: [
        { date: "2024-05-06", type: "day", grids },
        { date: "x", grids },
      ],
    };
    expect(await readWith(gridDiary, { "grid-diary.json": JSON.stringify(file) })).toMatchObject([
      {
        where: "Entry 1, 2024-05-06",
        entry: {
          forDate: "2024-05-06",
          content: {
            body: "## What was good?\n\nWater high.\n\n## And bad?\n\nFog.\nMore.\n\nAn unknown part.",
          },
        },
      },
      { ok: false, why: "its date cannot be read" },
    ]);
  });

  it("is read with lists below its questions, and its photo, when it is from Five Minute Journal", async () => {
    const morning = {
      type: "morning",
      items: [
        { type: "gratitude", content: { text: ["The weir", "", "Tea"] } },
        { type: "constructor", content: { text: "One" } },
        { type: "greatness", content: {} },
        { type: "mood", note: "A new field." },
      ],
    };
    const media = [
      { type: "image", file: "P0.png" },
      { type: "video", file: "walk.mp4" },
    ];
    const file = {
      records: [{ date: "2024-05-06", content: { sections: [{ type: "user" }, morning] }, media }, {}],
    };
    const files = { "data.json": JSON.stringify(file), "P0.png": PNG };
    expect(await readWith(fiveMinuteJournal, files)).toMatchObject([
      {
        left: { videos: 1, pictures: 0 },
        entry: {
          forDate: "2024-05-06",
          content: {
            body: "## I am grateful for\n\n- The weir\n- Tea\n\n## Constructor\n\n- One\n\nA new field.",
            pictures: [{ id: "P0.png" }],
          },
        },
      },
      { ok: false, why: "its date cannot be read" },
    ]);
  });
});
