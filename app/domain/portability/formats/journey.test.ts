import { expect, it } from "vitest";
import { readWith } from "#tests/support/read-format";
import { journey } from "./journey.server";

const PNG = Buffer.from("89504e470d0a1a0a", "hex");
const entry = {
  id: "xH9WUl0f8f4KShUgGZLb",
  dateOfJournal: "2024-05-05T23:23:07.000Z",
  text: '<p dir="auto">High &amp; fast.</p><p dir="auto">Fog.</p>',
  timezone: "Asia/Tokyo",
  updatedAt: "2024-05-06T00:13:09.563Z",
  favourite: true,
  sentiment: 0,
  address: "",
  location: { lat: 36.66, lng: 137.22 },
  weather: { id: 0, degreeC: 16.3, description: "Clear sky", icon: "01d", place: "Toyama" },
  attachments: ["a.png", "b.mp4"],
  tags: ["two words"],
  type: "html",
  schemaVersion: 2,
};

it("reads day, text, picture, tags and star when an entry of Journey has the field names used since 2023", async () => {
  const files = { "x/x.json": JSON.stringify(entry), "x/a.png": PNG, "y/a.png": PNG };
  expect(await readWith(journey, files)).toMatchObject([
    {
      ok: true,
      details: "Place: 36.66, 137.22 · Weather: 16 °C, Clear sky",
      left: { videos: 1, moods: 0 },
      entry: {
        id: "journey-xH9WUl0f8f4KShUgGZLb",
        forDate: "2024-05-06",
        timezone: "Asia/Tokyo",
        favourite: true,
        content: { body: "High & fast.\n\nFog.", tags: ["two words"], pictures: [{ id: "x/a.png" }] },
      },
    },
  ]);
});
