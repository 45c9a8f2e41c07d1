import { describe, expect, it } from "vitest";
import { readWith } from "#tests/support/read-format";
import { dayOneClassic } from "./day-one-classic.server";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const UUID = "00112233445566778899AABBCCDDEEFF";
const NAME = `Journal_dayone/entries/${UUID}.doentry`;
const plist = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x">\n<plist version="1.0">${inside}</plist>`;
const entry = (text: string, others = "") =>
  plist(
    `<dict><key>Creation Date</key><date>2013-06-04T23:30:00Z</date><key>Entry Text</key><string>${text}</string>${others}</dict>`,
  );

describe("an entry of Day One Classic", () => {
  it("has day, star, tags, photo and Day One’s id when its zone is named", async () => {
    const xml = entry(
      "# Orchard\n\nOld &amp; new <![CDATA[<words>]]>",
      `<key>Starred</key><true/><key>Tags</key><array><string>orchard</string></array><key>Time Zone</key><string>Europe/Berlin</string>
      <key>UUID</key><string>${UUID}</string><key>Weather</key><dict><key>Celsius</key><integer>16</integer></dict>`,
    );
    const files = { [NAME]: xml, [`Journal_dayone/photos/${UUID}.jpg`]: PNG };
    expect(await readWith(dayOneClassic, files, { timezone: "America/New_York" })).toMatchObject([
      {
        left: { weather: 1, places: 0 },
        entry: {
          id: "ABEiM0RVZneImaq7zN3u_w",
          forDate: "2013-06-05",
          favourite: true,
          content: { title: "Orchard", body: "Old & new <words>", tags: ["orchard"], pictures: [{}] },
        },
      },
    ]);
  });

  it("has the day of the member’s zone when it has none", async () => {
    expect(
      await readWith(dayOneClassic, { [NAME]: entry("Words") }, { timezone: "Asia/Tokyo" }),
    ).toMatchObject([{ entry: { forDate: "2013-06-05", content: { body: "Words" } } }]);
  });

  it.each([
    ["is no property list", "bplist00"],
    ["ends too early", entry("Words").slice(0, 200)],
    ["is nested too deeply", entry("Words", `<key>a</key>${"<array>".repeat(12)}${"</array>".repeat(12)}`)],
    ["has too many values", entry("Words", "<key>a</key><true/>".repeat(5_000))],
    ["has no date", plist("<dict><key>Creation Date</key><date>never</date></dict>")],
    ["is a list", plist("<array><true/></array>")],
  ])("is refused when it %s", async (_, xml) => {
    expect(await readWith(dayOneClassic, { [NAME]: xml })).toEqual([{ ok: false, why: "it is damaged" }]);
  });
});
