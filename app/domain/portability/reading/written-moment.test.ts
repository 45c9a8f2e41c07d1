import { describe, expect, it } from "vitest";
import { parseWrittenMoment } from "./written-moment";

const BERLIN = { timezone: "Europe/Berlin" };
const parse = (line: string) => parseWrittenMoment(line, { ...BERLIN, dayOrder: "month" });

const SAME_DAY = [
  ...["May 6, 2024", "Monday, May 6, 2024", "Mon, 6 May 2024", "6 May 2024", "May 6th, 2024", "2024-05-06"],
  ...["2024/05/06", "2024.05.06", "2024-05-06 Monday", "6.5.2024", "06.05.2024", "6. Mai 2024", "6 mai 2024"],
  ...["le mar. 6 mai 2024", "lunes, 6 de mayo de 2024", "maandag 6 mei 2024", "6. toukokuuta 2024"],
  ...[
    "6 maja 2024",
    "2024年5月6日 星期一",
    "2024년 5월 6일",
    "Montag, 06.05.2024",
    "Mo. 6.5.2024",
    "6. 5. 2024",
  ],
  ...["6th of May 2024", "05/06/2024 Monday", "Mon 05-06-2024"],
];
const NO_DAY = [
  ...["13/14/2024", "May 2024", "Monday", "I went there on May 6, 2024", "May 32, 2024", "13 Augusted 2002"],
  ...[
    "May 6, 2024 25:00",
    "May 6, 2024 13:00 PM",
    "May 6, 2024 13pm",
    "20240506",
    "2024",
    "",
    `May 6, 2024${" ".repeat(80)}`,
  ],
];
const TIMES = [
  ["2024-05-06 21:30", "2024-05-06T19:30:00.000Z"],
  ["May 6, 2024 9:30 PM", "2024-05-06T19:30:00.000Z"],
  ["May 6, 2024 at 12:05\u202fAM", "2024-05-05T22:05:00.000Z"],
  ["6. Mai 2024 um 21:30 Uhr", "2024-05-06T19:30:00.000Z"],
  ["9:30 PM May 6, 2024", "2024-05-06T19:30:00.000Z"],
  ["Monday 6th May 2024, 9.30pm", "2024-05-06T19:30:00.000Z"],
  ["May 6, 2024 9 PM", "2024-05-06T19:00:00.000Z"],
  ["06.05.2024, 21.30 Uhr", "2024-05-06T19:30:00.000Z"],
  ["lundi 6 mai 2024 à 21h30", "2024-05-06T19:30:00.000Z"],
  ["May 6, 2024 at 9:30:15 PM GMT+8", "2024-05-06T13:30:00.000Z"],
  ["May 6, 2024 9:30 PM (GMT+05:30)", "2024-05-06T16:00:00.000Z"],
  ["May 6, 2024 at 9:30:15 PM PDT", "2024-05-07T04:30:00.000Z"],
  ["May 6, 2024 at 9:30:15 PM XYZT", "2024-05-06T19:30:00.000Z"],
] as const;

describe("a date in words", () => {
  it.each(SAME_DAY)("is read as its day when it is “%s”", (line) => {
    expect(parse(line)?.forDate).toBe("2024-05-06");
  });

  it.each(NO_DAY)("is not read as a day when it is “%s”", (line) => {
    expect(parse(line)).toBeUndefined();
  });

  it.each(TIMES)("is read with the written day and the instant when it is “%s”", (line, instant) => {
    expect(parse(line)).toMatchObject({ forDate: "2024-05-06", createdAt: new Date(instant) });
  });
});
