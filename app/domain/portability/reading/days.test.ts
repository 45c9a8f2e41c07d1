import { describe, expect, it } from "vitest";
import { dayInName, parseMoment } from "./days";

const BERLIN = { timezone: "Europe/Berlin" };

describe("the name of a file", () => {
  it.each([
    ["Montag, 6. Mai 2024.md", ""],
    ["Montag, 6. Mai 2024 Spaziergang.md", "Spaziergang"],
    ["6 de mayo de 2024.txt", ""],
    ["le 6 mai 2024.txt", ""],
    ["6th of May 2024.md", ""],
    ["2024 May 6 Weir.md", "Weir"],
    ["2024年5月6日 散歩.md", "散歩"],
    ["2024년 5월 6일.md", ""],
    ["202405062130 Weir.md", "Weir"],
    ["2024-05-06_21-30-05 Weir.md", "Weir"],
    ["20240506213005.md", ""],
    ["06.05.24 Weir.md", "Weir"],
    ["2024-05-06 So tired.md", "So tired"],
    ["2024-05-06 Friends.md", "Friends"],
    ["2024-05-06 Monday.md", ""],
    ["2024-05-06 Mo.md", ""],
    ["Mon 2024-05-06.md", ""],
    ["2024-05/06.md", ""],
    ["diary/2024/May 2024/6th.md", ""],
    ["2024/Mai/6 Weir.md", "Weir"],
    ["May 2024/06.md", ""],
    ["05-2024/06 Weir.md", "Weir"],
    ["diary/2024/05/06/index.md", ""],
    ["2024-W19.md", ""],
    ["2024-05-06 (Monday).md", ""],
    ["2024-KW19-1.md", ""],
  ])("yields a day, and the rest as a title, when it is %s", (name, title) => {
    expect(dayInName(name)).toEqual({ forDate: "2024-05-06", title });
  });

  it.each([
    "Top 10 set 12.md",
    "3 out 10.md",
    "app v1.2.22.md",
    "Room 12 31 2024.md",
    "1714982400.md",
    "2024 Chapter 5/06.md",
    "2024/06.md",
  ])("yields no day when it is %s", (name) => {
    expect(dayInName(name)).toBeUndefined();
  });
});

describe("a written day", () => {
  it.each([
    ["Montag, 6. Mai 2024", "2024-05-06", "10:00"],
    ["6º de maio de 2024", "2024-05-06", "10:00"],
    ["2024年5月6日 21:30", "2024-05-06", "19:30"],
    ["6 мая 2024 г.", "2024-05-06", "10:00"],
    ["2024. május 6.", "2024-05-06", "10:00"],
    ["6/5/24", "2024-05-06", "10:00"],
    ["Mon May 06 2024 21:30:00 GMT+0200 (Central European Summer Time)", "2024-05-06", "19:30"],
    ["2024-05-06T23:30:00-08:00", "2024-05-06", "07:30"],
    ["2024-05-06T23:30-08:00", "2024-05-06", "07:30"],
    ["2024-05-06T23:30-0800", "2024-05-06", "07:30"],
    ["2024-05-06 21-30-05", "2024-05-06", "19:30"],
    ["1715023800", "2024-05-06", "19:30"],
    ["1715023800.25", "2024-05-06", "19:30"],
    [1_715_023_800_000, "2024-05-06", "19:30"],
    ["1715023800000000", "2024-05-06", "19:30"],
    ["202405062130", "2024-05-06", "19:30"],
    [202_405_062_130, "2024-05-06", "19:30"],
    ["20240506T213005Z", "2024-05-06", "21:30"],
    [20_240_506, "2024-05-06", "10:00"],
  ])("is read when it is %s", (value, forDate, time) => {
    const moment = parseMoment(value, BERLIN);
    expect([moment?.forDate, moment?.createdAt.toISOString().slice(11, 16)]).toEqual([forDate, time]);
  });

  it.each(["Mai 2024", "in 2024-05-06 I went", "999", "20241306", "words"])(
    "is not read when it is %s",
    (value) => {
      expect(parseMoment(value, BERLIN)).toBeUndefined();
    },
  );
});
