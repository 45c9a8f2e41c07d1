import { describe, expect, it } from "vitest";
import { readWith } from "#tests/support/read-format";
import { momento } from "./momento.server";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

describe("an export of Momento", () => {
  it("yields an entry with tags and pictures for each moment when fields are below its text", async () => {
    const text =
      "13 August 2002\n==============\n\n13:45\nHello, Day One!\nAt 9:00 we left.\nWith: Joe, John\nAt: Home: 1 Road (0.0, -0.0)\n" +
      "At: Work\nTags: Journaling, First Entry\nMedia: MEDIA_005.mp4\nMedia: P0.png\n\n14:00\nLater.\n\nMore.\n\n" +
      "12 August 2002\n==============\n\nAll day.\n\n8:05 PM\nSecond day.\n";
    expect(await readWith(momento, { "Export.txt": text, "Attachments/P0.png": PNG })).toMatchObject([
      {
        where: "Export.txt, 2002-08-13",
        left: { places: 2, videos: 1, pictures: 0 },
        entry: {
          createdAt: new Date("2002-08-13T11:45:00Z"),
          content: {
            body: "Hello, Day One!\nAt 9:00 we left.\n\nWith: Joe, John",
            tags: ["Journaling", "First Entry"],
            pictures: [{ id: "Attachments/P0.png" }],
          },
        },
      },
      { entry: { forDate: "2002-08-13", content: { body: "Later.\n\nMore." } } },
      { entry: { forDate: "2002-08-12", content: { body: "All day." } } },
      {
        entry: {
          forDate: "2002-08-12",
          createdAt: new Date("2002-08-12T18:05:00Z"),
          content: { body: "Second day." },
        },
      },
    ]);
  });
});
