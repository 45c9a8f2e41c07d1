import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { churchDayLine } from "./church-day";
import { CALENDAR_TRADITIONS } from "./church-year";

/**
 * Sources of the dated lines in `tests/fixtures/church-calendars`, where a line with "#" names the sources of the lines that
 * follow it. `roman-calendar.test.ts` also compares the Roman calendar of 2020 to 2060 with romcal.
 */
const SOURCES = {
  norms: `Universal Norms on the Liturgical Year and the General Roman Calendar, nos. 1–44: Calendarium Romanum (Libreria
Editrice Vaticana, 1969), and at the front of every Roman Missal. Divine Mercy and Mary, Mother of the Church, were added by
decrees of 5 May 2000 and 11 February 2018. Dated: Liturgical Calendar for the Dioceses of the United States of America, a
volume a year (Committee on Divine Worship, usccb.org).`,
  romanCalendar: "The General Roman Calendar itself, month by month, in the same two books.",
  precedence: `Universal Norms, nos. 59–60, the table of liturgical days and what becomes of a solemnity that is impeded; no. 56f
for Saint Joseph.`,
  missal: "General Instruction of the Roman Missal, nos. 345–347, on the colours; no. 346f for rose.",
  commonWorship: `Common Worship: Services and Prayers for the Church of England (Church House Publishing, 2000), The Calendar, from
page 1; also at churchofengland.org, Prayer and worship, Worship texts and resources, Common Worship, The Church’s Year.`,
  rulesToOrder: `Rules to Order the Christian Year, in Common Worship: Times and Seasons (Church House Publishing, 2006, ISBN
978-0-7151-2091-0), pages 24–30.`,
  lectionaryBooklet: `Common Worship Lectionary, a booklet for each year (Church House Publishing), for instance Advent 2023 to the
Eve of Advent 2024: dates, days that are transferred, and a letter for each colour.`,
  lsbOneYear: `Lutheran Service Book (Concordia Publishing House, 2006), One-Year Lectionary, with its colours; its Sundays are also at
wartburgproject.org/resources/lectionaries/lsb/1year.`,
  lsbFestivals: `Lutheran Service Book, Feasts and Festivals, page xi; also at blog.cph.org/read/church-year/feasts-festivals, and the
dates of the year at calendar.lcms.org.`,
  rcl: "The Revised Common Lectionary (Consultation on Common Texts, 1992).",
  vanderbilt: `lectionary.library.vanderbilt.edu (Vanderbilt Divinity Library), which dates it: /calendar/2024-25/?season=all, and so for
each year, and sums up the colours of the seasons and of the denominations. It counts the Sundays after Pentecost as Propers.`,
  elw: `Evangelical Lutheran Worship (Augsburg Fortress, 2006), Lesser Festivals and Commemorations, with their colours; the ELCA’s
worship resources, elca.org, “What is a lesser festival?”`,
  prayerBook: `The Book of Common Prayer (The Episcopal Church, 1979), pages 15–18, The Calendar of the Church Year: feasts in Holy Week
and Easter Week are kept after the Second Sunday of Easter. Also at episcopalchurch.org/glossary/precedence-rules-of.`,
};
type Source = keyof typeof SOURCES;

type Line = {
  tradition: (typeof CALENDAR_TRADITIONS)[number];
  date: string;
  said: string;
  sources: string[];
};

const LINES = CALENDAR_TRADITIONS.flatMap((tradition) => {
  let sources: string[] = [];
  return readFileSync(`tests/fixtures/church-calendars/${tradition}.txt`, "utf8")
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith("## "))
    .flatMap((line): Line[] => {
      if (!line.startsWith("# "))
        return [{ tradition, date: line.slice(0, 10), said: line.slice(11), sources }];
      sources = line.slice(2).split(" ");
      return [];
    });
});

describe("printed church calendars", () => {
  it("cover at least fifty days per tradition and two hundred in total", () => {
    expect(LINES.length).toBeGreaterThan(200);
    for (const church of CALENDAR_TRADITIONS)
      expect(
        new Set(LINES.filter(({ tradition }) => tradition === church).map(({ date }) => date)).size,
      ).toBeGreaterThan(50);
  });

  it("have a source for each line and lines for each source", () => {
    const named = new Set(LINES.flatMap(({ sources }) => sources));
    expect([...named].sort()).toEqual(Object.keys(SOURCES).sort());
    expect(LINES.filter(({ sources }) => sources.length === 0)).toEqual([]);
  });

  it.each(CALENDAR_TRADITIONS)("agree with the %s calendar", (church) => {
    const wrong = LINES.filter(({ tradition }) => tradition === church)
      .map(({ tradition, date, said, sources }) => ({
        date,
        said,
        ours: churchDayLine(date, { tradition, feastsOnSunday: false }),
        source: sources.map((source) => SOURCES[source as Source]),
      }))
      .filter(({ said, ours }) => said !== ours);
    expect(wrong).toEqual([]);
  });
});

describe("feasts that a member moves to a Sunday", () => {
  it.each([
    ["roman", "2026-05-17", "Sunday, the Ascension of the Lord, white"],
    ["roman", "2026-05-14", "Thursday, Saint Matthias, red"],
    ["roman", "2026-01-04", "Sunday, Epiphany, white"],
    ["roman", "2026-01-06", "Tuesday after Epiphany, white"],
    ["roman", "2026-01-11", "Sunday, the Baptism of the Lord, white"],
    ["roman", "2023-01-08", "Sunday, Epiphany, white"],
    ["roman", "2023-01-09", "Monday, the Baptism of the Lord, white"],
    ["roman", "2023-01-10", "Tuesday of the first week in Ordinary Time, green"],
    ["roman", "2026-06-07", "Sunday, Corpus Christi, white"],
    ["roman", "2026-06-12", "Friday, the Sacred Heart of Jesus, white"],
    ["anglican", "2026-05-17", "Sunday, Ascension Day, white"],
    ["anglican", "2026-05-14", "Thursday, Saint Matthias, red"],
    ["lutheran", "2027-05-09", "Sunday, Ascension Day, white"],
    ["ecumenical", "2027-05-09", "Sunday, Ascension Day, white"],
    ["ecumenical", "2027-05-06", "Thursday of the sixth week of Easter, white"],
  ] as const)("names the day in the %s calendar on %s: %s", (tradition, date, line) =>
    expect(churchDayLine(date, { tradition, feastsOnSunday: true })).toBe(line),
  );
});
