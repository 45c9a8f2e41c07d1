import { describe, expect, it } from "vitest";
import { churchDayLine } from "./church-day";
import { CALENDAR_TRADITIONS } from "./traditions";

/**
 * Sources of the dated lines below. A comment line names the sources of the lines that follow it. `roman-calendar.test.ts`
 * also compares the Roman calendar of 2020 to 2060 with romcal.
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

/** The General Roman Calendar, without the transfers to Sunday of some countries. */
const ROMAN = `
# norms missal
2023-12-31 Sunday, the Holy Family, white
2024-01-08 Monday of the first week in Ordinary Time, green
2024-02-14 Ash Wednesday, violet
2024-03-10 Fourth Sunday of Lent, rose
2024-03-24 Palm Sunday, red
2024-03-25 Monday of Holy Week, violet
2024-03-28 Holy Thursday, white
2024-03-29 Good Friday, red
2024-03-30 Holy Saturday, no colour
2024-03-31 Easter Sunday, white
2024-04-01 Monday of the Octave of Easter, white
2024-04-07 Divine Mercy Sunday, white
2024-05-09 Thursday, the Ascension of the Lord, white
2024-05-19 Sunday, Pentecost, red
2024-05-20 Monday, Mary, Mother of the Church, white
2024-05-26 Sunday, the Most Holy Trinity, white
2024-06-07 Friday, the Sacred Heart of Jesus, white
2024-11-24 Sunday, Christ the King, white
2024-12-01 First Sunday of Advent, violet
2024-12-15 Third Sunday of Advent, rose
2024-12-25 Wednesday, Christmas Day, white
2024-12-29 Sunday, the Holy Family, white
2025-01-12 Sunday, the Baptism of the Lord, white
2025-03-05 Ash Wednesday, violet
2025-04-20 Easter Sunday, white
2025-06-08 Sunday, Pentecost, red
2026-01-04 Second Sunday after Christmas, white
2026-02-22 First Sunday of Lent, violet
2026-04-03 Good Friday, red
2026-05-27 Wednesday of the eighth week in Ordinary Time, green
2026-06-04 Thursday, Corpus Christi, white
2026-06-13 Saturday, the Immaculate Heart of Mary, white
2026-10-04 Twenty-seventh Sunday in Ordinary Time, green
2026-11-20 Friday of the 33rd week in Ordinary Time, green
2026-11-22 Sunday, Christ the King, white
2026-12-29 Tuesday, fifth day in the Octave of Christmas, white
# romanCalendar missal
2024-01-01 Monday, Mary, Mother of God, white
2024-03-19 Tuesday, Saint Joseph, white
2024-06-24 Monday, the Birth of John the Baptist, white
2024-08-15 Thursday, the Assumption of Mary, white
2024-09-14 Saturday, the Exaltation of the Holy Cross, red
2024-12-26 Thursday, Saint Stephen, red
2026-03-25 Wednesday, the Annunciation, white
2026-08-06 Thursday, the Transfiguration, white
2026-12-08 Tuesday, the Immaculate Conception, white
2027-03-19 Friday, Saint Joseph, white
# precedence missal
2022-06-23 Thursday, the Birth of John the Baptist, white
2022-06-24 Friday, the Sacred Heart of Jesus, white
2023-03-20 Monday, Saint Joseph, white
2024-04-08 Monday, the Annunciation, white
2024-12-09 Monday, the Immaculate Conception, white
2025-02-02 Sunday, the Presentation of the Lord, white
2025-06-29 Sunday, Saints Peter and Paul, red
2025-09-14 Sunday, the Exaltation of the Holy Cross, red
2025-11-02 Sunday, All Souls, violet
2025-11-09 Sunday, the Dedication of the Lateran Basilica, white
2026-11-01 Sunday, All Saints, white
2027-04-05 Monday, the Annunciation, white`;

/** The Church of England. Its booklets allow red or green, and violet or rose; the lines have our choice. */
const ANGLICAN = `
# commonWorship lectionaryBooklet
2023-12-03 First Sunday of Advent, violet
2023-12-17 Third Sunday of Advent, rose
2023-12-24 Fourth Sunday of Advent, violet
2024-01-06 Saturday, Epiphany, white
2024-01-07 Sunday, the Baptism of Christ, white
2024-01-14 Second Sunday of Epiphany, white
2024-02-04 Second Sunday before Lent, green
2024-02-11 Sunday next before Lent, green
2024-02-13 Shrove Tuesday, green
2024-02-14 Ash Wednesday, violet
2024-02-18 First Sunday of Lent, violet
2024-03-10 Mothering Sunday, rose
2024-03-24 Palm Sunday, red
2024-03-26 Tuesday of Holy Week, red
2024-03-28 Maundy Thursday, white
2024-03-29 Good Friday, red
2024-03-30 Saturday, Easter Eve, no colour
2024-03-31 Easter Day, white
2024-05-09 Thursday, Ascension Day, white
2024-05-19 Sunday, Pentecost, red
2024-05-26 Trinity Sunday, white
2024-05-30 Thursday, Corpus Christi, white
2024-06-02 First Sunday after Trinity, green
2024-10-27 Last Sunday after Trinity, green
2024-11-03 Fourth Sunday before Advent, red
2024-11-10 Third Sunday before Advent, red
2024-11-17 Second Sunday before Advent, red
2024-11-24 Sunday, Christ the King, white
2025-10-12 Seventeenth Sunday after Trinity, green
2026-02-01 Fourth Sunday of Epiphany, white
2026-10-04 Eighteenth Sunday after Trinity, green
2026-11-20 Friday of the second week before Advent, red
2026-12-24 Thursday, Christmas Eve, violet
2027-01-03 Second Sunday of Christmas, white
# commonWorship lectionaryBooklet
2024-01-01 Monday, the Naming of Jesus, white
2024-01-25 Thursday, the Conversion of Saint Paul, white
2024-02-02 Friday, Candlemas, the Presentation of Christ, white
2024-04-23 Tuesday, Saint George, red
2024-07-03 Wednesday, Saint Thomas, red
2024-08-15 Thursday, the Blessed Virgin Mary, white
2024-11-01 Friday, All Saints’ Day, white
2024-11-02 Saturday, All Souls’ Day, black
2025-03-25 Tuesday, the Annunciation, white
2025-06-24 Tuesday, the Birth of John the Baptist, white
2026-05-15 Friday, Saint Matthias, red
2026-09-29 Tuesday, Saint Michael and All Angels, white
2026-12-29 Tuesday, Saint Thomas Becket, red
# rulesToOrder lectionaryBooklet
2008-03-31 Monday, the Annunciation, white
2008-04-01 Tuesday, Saint Joseph, white
2024-04-08 Monday, the Annunciation, white
2025-04-28 Monday, Saint George, red
2025-04-29 Tuesday, Saint Mark, red
2025-08-24 Sunday, Saint Bartholomew, red
2025-12-01 Monday, Saint Andrew, red
2025-12-28 Sunday, the Holy Innocents, red
2026-06-01 Monday, the Visitation, white
2026-10-18 Sunday, Saint Luke, red`;

/** The one-year calendar of the Lutheran Church, Missouri Synod, with the first colour that its lectionary names. */
const LUTHERAN = `
# lsbOneYear
2023-12-03 First Sunday in Advent, violet
2023-12-17 Third Sunday in Advent, rose
2023-12-24 Fourth Sunday in Advent, violet
2023-12-25 Monday, Christmas Day, white
2023-12-31 First Sunday after Christmas, white
2024-01-06 Saturday, Epiphany, white
2024-01-07 Sunday, the Baptism of Our Lord, white
2024-01-14 Second Sunday after Epiphany, green
2024-01-21 Transfiguration Sunday, white
2024-01-28 Sunday, Septuagesima, green
2024-02-04 Sunday, Sexagesima, green
2024-02-11 Sunday, Quinquagesima, green
2024-02-14 Ash Wednesday, violet
2024-02-18 First Sunday in Lent, violet
2024-03-10 Fourth Sunday in Lent, rose
2024-03-24 Palm Sunday, violet
2024-03-27 Wednesday of Holy Week, violet
2024-03-28 Maundy Thursday, white
2024-03-29 Good Friday, black
2024-03-30 Holy Saturday, no colour
2024-03-31 Easter Day, white
2024-04-07 Second Sunday of Easter, white
2024-05-05 Sixth Sunday of Easter, white
2024-05-09 Thursday, Ascension Day, white
2024-05-19 Sunday, Pentecost, red
2024-05-20 Monday of the week of Pentecost, red
2024-05-26 Trinity Sunday, white
2024-06-02 First Sunday after Trinity, green
2024-11-03 Twenty-third Sunday after Trinity, green
2024-11-24 Last Sunday of the Church Year, green
2025-02-09 Transfiguration Sunday, white
2025-06-22 First Sunday after Trinity, green
2026-02-01 Sunday, Septuagesima, green
2026-11-15 Twenty-fourth Sunday after Trinity, green
2026-11-20 Friday of the 24th week after Trinity, green
2026-11-22 Last Sunday of the Church Year, green
2026-12-24 Thursday, Christmas Eve, white
# lsbFestivals
2023-12-21 Thursday, Saint Thomas, red
2023-12-26 Tuesday, Saint Stephen, red
2023-12-28 Thursday, the Holy Innocents, red
2024-01-01 Monday, the Circumcision and Name of Jesus, white
2024-01-18 Thursday, the Confession of Saint Peter, white
2024-02-02 Friday, the Presentation of Our Lord, white
2024-06-24 Monday, the Birth of John the Baptist, white
2024-07-02 Tuesday, the Visitation, white
2024-07-25 Thursday, Saint James, red
2024-08-15 Thursday, Mary, Mother of Our Lord, white
2024-08-29 Thursday, the Martyrdom of John the Baptist, red
2024-09-29 Sunday, Saint Michael and All Angels, white
2024-10-23 Wednesday, Saint James of Jerusalem, red
2024-10-31 Thursday, Reformation Day, red
2024-11-01 Friday, All Saints’ Day, white
2025-02-24 Monday, Saint Matthias, red
2025-03-25 Tuesday, the Annunciation, white
2026-05-01 Friday, Saints Philip and James, red
2026-11-01 Sunday, All Saints’ Day, white`;

/** The Revised Common Lectionary, with saints’ days that most of its churches share. Weekdays belong to the Sunday before. */
const ECUMENICAL = `
# rcl vanderbilt
2023-12-03 First Sunday of Advent, violet
2023-12-31 First Sunday after Christmas, white
2024-01-01 Monday, the Holy Name of Jesus, white
2024-01-06 Saturday, Epiphany, white
2024-01-07 Sunday, the Baptism of the Lord, white
2024-01-14 Second Sunday after Epiphany, green
2024-02-02 Friday, the Presentation of the Lord, white
2024-02-04 Fifth Sunday after Epiphany, green
2024-02-11 Transfiguration Sunday, white
2024-02-14 Ash Wednesday, violet
2024-02-15 Thursday after Ash Wednesday, violet
2024-02-18 First Sunday of Lent, violet
2024-03-17 Fifth Sunday of Lent, violet
2024-03-24 Palm Sunday, red
2024-03-25 Monday of Holy Week, violet
2024-03-28 Maundy Thursday, white
2024-03-29 Good Friday, black
2024-03-30 Holy Saturday, no colour
2024-03-31 Easter Day, white
2024-04-03 Wednesday of Easter week, white
2024-04-07 Second Sunday of Easter, white
2024-05-09 Thursday, Ascension Day, white
2024-05-12 Seventh Sunday of Easter, white
2024-05-19 Sunday, Pentecost, red
2024-05-21 Tuesday of the week of Pentecost, green
2024-05-26 Trinity Sunday, white
2024-05-31 Friday, the Visitation, white
2024-06-02 Second Sunday after Pentecost, green
2024-09-14 Saturday, Holy Cross Day, red
2024-11-01 Friday, All Saints’ Day, white
2024-11-03 Twenty-fourth Sunday after Pentecost, green
2024-11-17 Twenty-sixth Sunday after Pentecost, green
2024-11-24 Sunday, Christ the King, white
2024-12-01 First Sunday of Advent, violet
2025-01-05 Second Sunday after Christmas, white
2025-01-19 Second Sunday after Epiphany, green
2025-03-02 Transfiguration Sunday, white
2025-04-18 Good Friday, black
2025-06-08 Sunday, Pentecost, red
2025-06-22 Second Sunday after Pentecost, green
2025-09-14 Sunday, Holy Cross Day, red
2025-11-16 Twenty-third Sunday after Pentecost, green
2025-11-23 Sunday, Christ the King, white
2026-01-11 Sunday, the Baptism of the Lord, white
2026-02-15 Transfiguration Sunday, white
2026-04-03 Good Friday, black
2026-05-14 Thursday, Ascension Day, white
2026-05-31 Trinity Sunday, white
2026-07-12 Seventh Sunday after Pentecost, green
2026-11-15 Twenty-fifth Sunday after Pentecost, green
2026-11-20 Friday of the 25th week after Pentecost, green
2026-11-22 Sunday, Christ the King, white
2026-12-24 Thursday, Christmas Eve, violet
# elw
2024-07-22 Monday, Saint Mary Magdalene, white
2024-10-04 Friday, Saint Francis of Assisi, white
2024-10-31 Thursday, Reformation Day, red
2026-12-26 Saturday, Saint Stephen, red
# prayerBook
2024-04-08 Monday, the Annunciation, white`;

const TABLES = { roman: ROMAN, anglican: ANGLICAN, lutheran: LUTHERAN, ecumenical: ECUMENICAL };
type Line = {
  tradition: (typeof CALENDAR_TRADITIONS)[number];
  date: string;
  said: string;
  sources: string[];
};

const LINES = CALENDAR_TRADITIONS.flatMap((tradition) => {
  let sources: string[] = [];
  return TABLES[tradition]
    .trim()
    .split("\n")
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

  it.each(CALENDAR_TRADITIONS)("%s", (church) => {
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

describe("feasts on a Sunday by choice", () => {
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
