import { afterEach, describe, expect, it } from "vitest";
import { churchDay, churchDayLine, churchDayName } from "./church-day";
import type { CalendarChoice } from "./church-year";
import { parseLocalFeasts, setLocalFeasts } from "./local-feasts.state";

const ROMAN: CalendarChoice = { tradition: "roman", feastsOnSunday: false };
const loadFeasts = (text: string) => setLocalFeasts(parseLocalFeasts(text).feasts);
afterEach(() => setLocalFeasts([]));

describe("a line of days.txt", () => {
  it.each([
    ["10-07", ["2026-10-07", "2027-10-07"]],
    ["2027-10-10", [undefined, "2027-10-10"]],
    ["second Sunday of October", ["2026-10-11", "2027-10-10"]],
    ["last Sunday of August", ["2026-08-30", "2027-08-29"]],
    ["last Thursday in December", ["2026-12-31", "2027-12-30"]],
    ["Easter+39", ["2026-05-14", "2027-05-06"]],
    ["Easter-46", ["2026-02-18", "2027-02-10"]],
    ["Easter + 0", ["2026-04-05", "2027-03-28"]],
    ["FIRST\t sunday  of january", ["2026-01-04", "2027-01-03"]],
    ["third Wednesday of February", ["2026-02-18", "2027-02-17"]],
    ["fourth Saturday of December", ["2026-12-26", "2027-12-25"]],
    ["02-29", [undefined, undefined]],
  ])("has the expected dates when it is “%s”", (rule, dates) => {
    const { feasts, errors } = parseLocalFeasts(`${rule}; St Anne; feast; white`);
    expect(errors).toEqual([]);
    expect([2026, 2027].map((year) => feasts[0]?.dateOf(year))).toEqual(dates);
  });

  it("is reported with its number when it is invalid, without affecting other lines", () => {
    const { feasts, errors } = parseLocalFeasts(
      [
        "# Our days",
        "10-07; Our Lady; solemnity; white # patron",
        "13-07; Nobody; feast; white",
        "",
        "fifth Sunday of May; Nobody; feast; white",
        "10-08; ; feast; white",
        "10-08; Nobody; great; white",
        "10-08; Nobody; feast; blue",
        "10-08; Nobody; feast; white; orthodox",
        "10-09; Denis; memorial; red; roman",
        "10-10; Fran\uFFFDois; feast; white",
        "2027-02-29; Nobody; feast; white",
        "Easter+1000; Nobody; feast; white",
        "10-08; Nobody; feast; white; roman; again",
        "10-08, Nobody, feast, white",
      ].join("\r\n"),
    );
    expect(feasts.map(({ name, tradition }) => [name, tradition])).toEqual([
      ["Our Lady", undefined],
      ["Denis", "roman"],
    ]);
    expect(errors.map(({ line }) => line)).toEqual([3, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15]);
  });

  it("is rejected when 400 feasts precede it", () => {
    const { feasts, errors } = parseLocalFeasts("10-07; Our Lady; feast; white\n".repeat(500));
    expect([feasts.length, errors.length]).toEqual([400, 100]);
  });
});

describe("a local feast", () => {
  it("replaces a Sunday in Ordinary Time when it is a solemnity", () => {
    loadFeasts("second Sunday of October; Dedication of this church; solemnity; white");
    expect(churchDayLine("2026-10-11", ROMAN)).toBe("Sunday, Dedication of this church, white");
    expect(churchDay("2026-10-11", ROMAN).colour).toBe("white");
  });

  it("is named beside a Sunday when it is a feast, and beside one of Advent in every rank", () => {
    loadFeasts("10-11; St Bruno; feast; white\n2026-12-06; St Nicholas; solemnity; white");
    expect(churchDayName("2026-10-11", ROMAN)).toBe("Twenty-eighth Sunday in Ordinary Time · St Bruno");
    expect(churchDayLine("2026-12-06", ROMAN)).toBe("Second Sunday of Advent · St Nicholas, violet");
  });

  it("replaces a weekday when it is a feast, and is named beside it when it is a memorial", () => {
    loadFeasts("10-14; St Callistus; feast; red\n10-13; St Edward; memorial; white");
    expect(churchDayLine("2026-10-14", ROMAN)).toBe("Wednesday, St Callistus, red");
    expect(churchDayLine("2026-10-13", ROMAN)).toBe(
      "Tuesday of the 28th week in Ordinary Time · St Edward, green",
    );
  });

  it("replaces no feast of the calendar and no day of Holy Week", () => {
    loadFeasts(
      "10-18; St Frideswide; feast; white\nEaster-6; Our patron; solemnity; white\n12-25; Anastasia; solemnity; red",
    );
    expect(churchDayName("2027-10-18", ROMAN)).toBe("Saint Luke · St Frideswide");
    expect(churchDay("2026-03-30", ROMAN)).toMatchObject({ colour: "violet", local: { outranks: false } });
    expect(churchDay("2026-12-25", ROMAN).local?.outranks).toBe(false);
  });

  it("replaces a day of the calendar when that has a lower rank", () => {
    loadFeasts("10-07; Our Lady of the Rosary; solemnity; white\n07-26; St Anne; feast; white");
    expect(churchDayLine("2026-10-07", ROMAN)).toBe("Wednesday, Our Lady of the Rosary, white");
    expect(churchDayLine("2027-07-26", ROMAN)).toBe("Monday, St Anne, white");
    loadFeasts("2026-08-06; Our patron; solemnity; red\n2026-06-29; Our diocese; solemnity; white");
    expect(churchDayLine("2026-08-06", ROMAN)).toBe("Thursday, Our patron, red");
    expect(churchDay("2026-06-29", ROMAN).local?.outranks).toBe(false);
  });

  it("replaces a Sunday that the calendar names, but none in Lent and no weekday with a name", () => {
    loadFeasts("Easter-63; Our patron; solemnity; white\nEaster-21; Our diocese; solemnity; white");
    const lutheran: CalendarChoice = { ...ROMAN, tradition: "lutheran" };
    expect(churchDay("2026-02-01", lutheran)).toMatchObject({
      feast: "septuagesima",
      local: { outranks: true },
    });
    expect(churchDay("2026-03-15", ROMAN)).toMatchObject({ feast: "laetare", local: { outranks: false } });
    loadFeasts("12-24; Our patron; solemnity; white");
    expect(churchDay("2026-12-24", ROMAN).local?.outranks).toBe(false);
  });

  it("is named once when the calendar has a feast of the same name", () => {
    loadFeasts("10-18; Saint Luke; feast; red\n2026-01-28; Saint Thomas Aquinas; memorial; white");
    expect(churchDayName("2027-10-18", ROMAN)).toBe("Saint Luke");
    expect(churchDayName("2026-01-28", ROMAN)).toBe("Saint Thomas Aquinas");
  });

  it("applies only to its tradition, and does not change the id of the day", () => {
    loadFeasts("10-14; St Callistus; feast; red; roman");
    expect(churchDay("2026-10-14", { ...ROMAN, tradition: "anglican" }).local).toBeUndefined();
    const { id } = churchDay("2026-10-14", ROMAN);
    setLocalFeasts([]);
    expect(churchDay("2026-10-14", ROMAN).id).toBe(id);
  });

  it("wins over feasts of lower rank, then over later lines of the file", () => {
    loadFeasts("10-14; Third; memorial; red\n10-14; First; feast; red\n10-14; Second; feast; white");
    expect(churchDayName("2026-10-14", ROMAN)).toBe("First");
  });
});
