import { describe, expect, it } from "vitest";
import { readWith } from "#tests/support/read-format";
import { dayOneText } from "./day-one-text.server";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

describe("Day One’s plain text", () => {
  it("has day, tags and title of each entry when lines above it name them", async () => {
    const text =
      "\tDate:\tMay 6, 2024 at 11:30:15 PM GMT+2\n\tWeather:\t18°C\n\tLocation:\tMill Quay\n\tTags:\twalk, river\n" +
      "\tActivity:\tWalking\n\nEvening by the weir\n\nHigh.\n\n\n\tDate:\t6 May 2024 11:30\n\tPhoto:\tP0.png\n\nIt rained.\n\nAgain\n";
    const results = await readWith(
      dayOneText,
      { "Journal.txt": text, "photos/P0.png": PNG },
      { timezone: "America/New_York" },
    );
    expect(results).toMatchObject([
      {
        where: "Journal.txt, 2024-05-06",
        left: { places: 1, weather: 1 },
        entry: {
          forDate: "2024-05-06",
          createdAt: new Date("2024-05-06T21:30:00Z"),
          content: {
            title: "Evening by the weir",
            body: "High.\n\nActivity: Walking",
            tags: ["walk", "river"],
          },
        },
      },
      {
        entry: {
          createdAt: new Date("2024-05-06T15:30:00Z"),
          content: { title: "", body: "It rained.\n\nAgain", pictures: [{ id: "photos/P0.png" }] },
        },
      },
    ]);
  });
});

describe("Day One’s Markdown", () => {
  it("places pictures and unescapes punctuation when its text has both", async () => {
    const text =
      "\tDate:\t6. Mai 2024 um 21:30:15 MESZ\n\n# High water\\!\n\nBefore\\.\n\n![](photos/P0.png)\n\nAfter.";
    expect(await readWith(dayOneText, { "Journal.md": text, "photos/P0.png": PNG })).toMatchObject([
      {
        entry: {
          createdAt: new Date("2024-05-06T19:30:00Z"),
          content: {
            title: "High water!",
            body: "Before.\n\n[picture 1]\n\nAfter.",
            pictures: [{ id: "photos/P0.png" }],
          },
        },
      },
    ]);
  });
});
