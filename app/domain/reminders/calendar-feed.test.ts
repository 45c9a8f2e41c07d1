import { describe, expect, it } from "vitest";
import { vtimezoneText } from "./calendar-feed.server";

const textOf = (zone: string, from: string, to: string) =>
  vtimezoneText(zone, new Date(from), new Date(to)).split("\r\n");

describe("VTIMEZONE", () => {
  it("contains the offsets before and after each change", () => {
    expect(textOf("Europe/Berlin", "2026-10-01T00:00:00Z", "2027-04-01T00:00:00Z")).toEqual([
      "BEGIN:VTIMEZONE",
      "TZID:Europe/Berlin",
      ...[
        "BEGIN:DAYLIGHT",
        "DTSTART:20261001T020000",
        "TZOFFSETFROM:+0200",
        "TZOFFSETTO:+0200",
        "END:DAYLIGHT",
      ],
      ...[
        "BEGIN:STANDARD",
        "DTSTART:20261025T030000",
        "TZOFFSETFROM:+0200",
        "TZOFFSETTO:+0100",
        "END:STANDARD",
      ],
      ...[
        "BEGIN:DAYLIGHT",
        "DTSTART:20270328T020000",
        "TZOFFSETFROM:+0100",
        "TZOFFSETTO:+0200",
        "END:DAYLIGHT",
      ],
      "END:VTIMEZONE",
      "",
    ]);
  });

  it.each([
    ["Asia/Kolkata", "+0530"],
    ["America/St_Johns", "-0330"],
    ["UTC", "+0000"],
  ])("has for %s the offset %s", (zone, offset) => {
    expect(textOf(zone, "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z")).toContain(`TZOFFSETTO:${offset}`);
  });
});
