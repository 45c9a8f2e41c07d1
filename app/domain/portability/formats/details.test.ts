import { describe, expect, it } from "vitest";
import { applePage, diariumEntry, journeyEntry } from "#tests/factories/foreign-journals";
import { readWith } from "#tests/support/read-format";
import { importFixture } from "#tests/support/read-upload";
import type { ImportFormat } from "~/domain/portability/import-format";
import { openArchive } from "~/platform/zip/read-zip.server";
import { appleJournal } from "./apple-journal.server";
import { dailyTxt } from "./dailytxt.server";
import { dayOneText } from "./day-one-text.server";
import { dayOne } from "./day-one.server";
import { daylio } from "./daylio.server";
import { diarium } from "./diarium.server";
import { diaro } from "./diaro.server";
import { joplin } from "./joplin.server";
import { journey } from "./journey.server";
import { markdownNotes } from "./markdown.server";
import { memos } from "./memos.server";
import { momento } from "./momento.server";

const CREATED = "2024-05-06T10:00:00Z";
const dayOneJournal = (fields: object) =>
  JSON.stringify({
    metadata: { version: "1.0" },
    entries: [
      { uuid: "0".repeat(32), creationDate: CREATED, timeZone: "Europe/London", text: "Words", ...fields },
    ],
  });
const joplinNote = (latitude: string) =>
  `Title\n\nWords\n\nid: ${"a".repeat(32)}\ncreated_time: ${CREATED}\nlatitude: ${latitude}\nlongitude: 13.40000000\ntype_: 1`;

const dailyTxtMonth = JSON.stringify({
  days: [
    {
      day: 6,
      text: "Words",
      pins: [
        { id: 1, lat: 55.7, lon: -2.1, text: "The weir" },
        { lat: 52.5, lon: 13.4 },
      ],
    },
  ],
});

const CASES: [string, ImportFormat, name: string, file: string, details: string | undefined][] = [
  [
    "the place and weather of Day One",
    dayOne,
    "Journal.json",
    dayOneJournal({
      location: { placeName: "Mill Quay", localityName: "Norham", country: "Norham", latitude: 55.7 },
      weather: { conditionsDescription: "Light rain", temperatureCelsius: 9.4 },
      music: { artist: "Anna", track: "Weir" },
    }),
    "Place: Mill Quay, Norham · Weather: 9 °C, Light rain · Music: Anna, Weir",
  ],
  [
    "coordinates of a place without a name",
    dayOne,
    "Journal.json",
    dayOneJournal({ location: { latitude: -55.712345, longitude: 2.1 } }),
    "Place: -55.7123, 2.1",
  ],
  ["absent from a plain entry", dayOne, "Journal.json", dayOneJournal({}), undefined],
  [
    "the lines above a text of Day One",
    dayOneText,
    "Journal.txt",
    "\tDate:\tMay 6, 2024 at 9:30:00 PM GMT+2\n\tWeather:\t18°C Clear\n\tLocation:\tThe Weir, Norham\n\nWords\n",
    "Place: The Weir, Norham · Weather: 18°C Clear",
  ],
  ["the pins of DailyTxT", dailyTxt, "2024/05.json", dailyTxtMonth, "Place: The weir, 52.5, 13.4"],
  [
    "mood, address and weather of Journey",
    journey,
    "1.json",
    journeyEntry({
      ...{ lat: 51.5, address: "Mill Lane\nNorham", weather: { id: 3, degree_c: 7.2, description: "Rain" } },
      ...{ music_title: "Weir", music_artist: "Anna" },
    }),
    "Mood: 4 · Place: Mill Lane Norham · Weather: 7 °C, Rain · Music: Anna, Weir",
  ],
  ["a value that Journey writes for a missing one", journey, "1.json", journeyEntry({ mood: 0 }), undefined],
  [
    "rating, coordinates and weather of Diarium",
    diarium,
    "Diarium_1.json",
    JSON.stringify(diariumEntry({ weather: "☀ 18 °C" })),
    "Mood: 4 · Place: 51.5, 0.12 · Weather: ☀ 18 °C",
  ],
  [
    "the places of Apple Journal",
    appleJournal,
    "Entries/2024-11-03.html",
    applePage("Sunday, 3 November 2024", "A walk", ["Words"]),
    "Place: Old Town",
  ],
  [
    "a mood of Daylio without text",
    daylio,
    "daylio.csv",
    "full_date,date,weekday,time,mood,activities,note_title,note\n2024-05-05,May 5,Sunday,9:30 PM,meh,,,\n",
    "Mood: meh",
  ],
  [
    "a mood of Daylio beside a text",
    daylio,
    "daylio.csv",
    "full_date,date,weekday,time,mood,activities,note_title,note\n2024-05-05,May 5,Sunday,9:30 PM,meh,,,Words\n",
    undefined,
  ],
  [
    "the coordinates of Joplin",
    joplin,
    `${"a".repeat(32)}.md`,
    joplinNote("52.50000000"),
    "Place: 52.5, 13.4",
  ],
  [
    "the place of a memo",
    memos,
    "memos.json",
    JSON.stringify({
      memos: [{ content: "Words", createTime: CREATED, location: { placeholder: "Norham" } }],
    }),
    "Place: Norham",
  ],
  [
    "the places of a moment",
    momento,
    "Momento.txt",
    "6 May 2024\n==========\n\n21:30\nWords\nAt: The Weir\nPlaces: Norham\n",
    "Place: The Weir, Norham",
  ],
  [
    "number, place and weather in front matter",
    markdownNotes,
    "2024-05-06.md",
    "---\nmood: 4\nlocation: '[[Norham]]'\nweather: [clear, 18 °C]\n---\nWords",
    "Mood: 4 · Place: Norham · Weather: clear, 18 °C",
  ],
  [
    "latitude and longitude in front matter",
    markdownNotes,
    "2024-05-06.md",
    "---\nlatitude: 52.5\nlongitude: 13.4\n---\nWords",
    "Place: 52.5, 13.4",
  ],
  [
    "a value that is too long and has control characters",
    markdownNotes,
    "2024-05-06.md",
    `---\nlocation: "a\\n\\tb ${"c".repeat(200)}"\n---\nWords`,
    `Place: a b ${"c".repeat(145)}…`,
  ],
];

describe("content that the journal has no field for", () => {
  it.each(CASES)(
    "yields the expected line of details, or none, when it is %s",
    async (_case, format, name, file, details) => {
      const [read] = await readWith(format, { [name]: file });
      expect(read).toMatchObject({ ok: true });
      expect((read as { details?: string }).details).toBe(details);
    },
  );

  it.each<[string, ImportFormat, name: string, file: string, left: object, kept: object]>([
    [
      "the further places and moods of Day One",
      dayOne,
      "Journal.json",
      dayOneJournal({
        location: { placeName: "Mill Quay" },
        locations: [{}, {}],
        statesOfMind: [{}],
        weather: { temperatureCelsius: 9 },
        music: { track: "Weir" },
      }),
      { places: 3, weather: 1, music: 1, moods: 1 },
      { places: 1, weather: 1, music: 1 },
    ],
    [
      "a place of Journey without a name",
      journey,
      "1.json",
      journeyEntry({ lat: 400, address: "", mood: 3 }),
      { places: 1, moods: 1 },
      { moods: 1 },
    ],
    [
      "all places of a moment",
      momento,
      "Momento.txt",
      "6 May 2024\n==========\n\n21:30\nWords\nAt: The Weir\nPlaces: Norham\n",
      { places: 2 },
      { places: 2 },
    ],
    [
      "the places of Apple Journal that have a name",
      appleJournal,
      "Entries/2024-11-03.html",
      applePage("Sunday, 3 November 2024", "A walk", ["Words"]).replace(
        '<div class="gridItem assetType_multiPinMap">',
        '<div class="gridItem assetType_visit"><p>The Mill</p></div><div class="gridItem assetType_genericMap"></div>$&',
      ),
      { places: 3 },
      { places: 2 },
    ],
  ])(
    "is counted as left out, and as kept if the line of details has it, when it is %s",
    async (_case, format, name, file, left, kept) => {
      const [read] = await readWith(format, { [name]: file });
      expect(read).toMatchObject({ left });
      expect(read && "kept" in read ? read.kept : undefined).toEqual(kept);
    },
  );

  it("becomes a line of details when Diaro has places and weather in separate tables", async () => {
    const { files } = await openArchive(importFixture("diaro.zip"), 10);
    const backup = await files.find(({ name }) => name.endsWith(".xml"))?.read(100_000);
    const places =
      '<table name="diaro_locations"><r><uid>l1</uid><title>The Weir</title><address>Norham</address></r></table>';
    const xml = (backup ?? "").toString().replace(/(<table name="diaro_entries">)/, `${places}$1`);
    const lines = (await readWith(diaro, { "DiaroBackup.xml": xml })).map((one) =>
      "details" in one ? one.details : "",
    );
    expect(lines).toContain("Place: The Weir, Norham · Weather: 12 °C, clouds");
  });
});
