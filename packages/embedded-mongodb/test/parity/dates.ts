import type { Case } from "./case.js";

const day = new Date("2024-03-31T00:30:00Z");

function value(name: string, expression: unknown, want: unknown): Case {
  return {
    name: `date: ${name}`,
    beyond: true,
    docs: [{ _id: 1, day }],
    aggregate: [[{ $project: { _id: 0, v: expression } }]],
    want: [{ v: want }],
  };
}

const at = (text: string): Date => new Date(text);

/** Dates, time zones and ISO weeks. */
// prettier-ignore
export const dates: Case[] = [
  value("the parts", [{ $year: "$day" }, { $month: "$day" }, { $dayOfMonth: "$day" }, { $hour: "$day" }, { $minute: "$day" }, { $second: "$day" }, { $millisecond: "$day" }], [2024, 3, 31, 0, 30, 0, 0]),
  value("days of the week and year", [{ $dayOfWeek: "$day" }, { $isoDayOfWeek: "$day" }, { $dayOfYear: "$day" }, { $week: "$day" }], [1, 7, 91, 13]),
  value("ISO week at the end of a year", [{ $isoWeek: at("2020-12-31") }, { $isoWeekYear: at("2020-12-31") }], [53, 2020]),
  value("ISO week at the beginning of a year", [{ $isoWeek: at("2021-01-03") }, { $isoWeekYear: at("2021-01-03") }, { $isoWeek: at("2021-01-04") }, { $isoWeekYear: at("2021-01-04") }], [53, 2020, 1, 2021]),
  value("ISO week that belongs to the next year", [{ $isoWeek: at("2018-12-31") }, { $isoWeekYear: at("2018-12-31") }], [1, 2019]),
  value("week of the year begins on Sunday", [{ $week: at("2021-01-02") }, { $week: at("2021-01-03") }], [0, 1]),
  value("parts in a zone", [{ $hour: { date: "$day", timezone: "America/New_York" } }, { $dayOfMonth: { date: "$day", timezone: "America/New_York" } }], [20, 30]),
  value("parts at an offset", [{ $hour: { date: "$day", timezone: "+05:30" } }, { $minute: { date: "$day", timezone: "-0345" } }], [6, 45]),
  value("ISO week in a zone", [{ $isoWeek: { date: at("2021-01-03T23:30:00Z"), timezone: "Europe/Berlin" } }], [1]),
  value("null has no parts", { $year: null }, null),
  value("$dateToString by default", { $dateToString: { date: "$day" } }, "2024-03-31T00:30:00.000Z"),
  value("$dateToString in a zone before and after the change of clocks", [{ $dateToString: { date: "$day", format: "%H:%M %z", timezone: "Europe/Berlin" } }, { $dateToString: { date: at("2024-03-31T01:30:00Z"), format: "%H:%M %z", timezone: "Europe/Berlin" } }], ["01:30 +0100", "03:30 +0200"]),
  value("$dateToString with all kinds of letters", { $dateToString: { date: at("2021-01-03T04:05:06.007Z"), format: "%Y-%m-%d %H:%M:%S.%L %j %u %w %U %V %G %%" } }, "2021-01-03 04:05:06.007 003 7 1 01 53 2020 %"),
  value("$dateToString of nothing", [{ $dateToString: { date: "$nothing", onNull: "none" } }, { $dateToString: { date: null } }], ["none", null]),
  value("$dateToParts", { $dateToParts: { date: "$day", timezone: "America/New_York" } }, { year: 2024, month: 3, day: 30, hour: 20, minute: 30, second: 0, millisecond: 0 }),
  value("$dateToParts by ISO", { $dateToParts: { date: at("2021-01-03T00:00:00Z"), iso8601: true } }, { isoWeekYear: 2020, isoWeek: 53, isoDayOfWeek: 7, hour: 0, minute: 0, second: 0, millisecond: 0 }),
  value("$dateFromParts", { $dateFromParts: { year: 2017, month: 2, day: 8, hour: 12, timezone: "America/New_York" } }, at("2017-02-08T17:00:00Z")),
  value("$dateFromParts carries what is too much", { $dateFromParts: { year: 2017, month: 14, day: 1, hour: 12 } }, at("2018-02-01T12:00:00Z")),
  value("$dateFromParts by ISO week", { $dateFromParts: { isoWeekYear: 2017, isoWeek: 6, isoDayOfWeek: 3, hour: 12 } }, at("2017-02-08T12:00:00Z")),
  value("$dateFromString", [{ $dateFromString: { dateString: "2017-02-08T12:10:40.787" } }, { $dateFromString: { dateString: "2017-02-08", timezone: "America/New_York" } }], [at("2017-02-08T12:10:40.787Z"), at("2017-02-08T05:00:00Z")]),
  value("$dateFromString in a format", { $dateFromString: { dateString: "06-15-2018", format: "%m-%d-%Y" } }, at("2018-06-15T00:00:00Z")),
  value("$dateFromString of nonsense", { $dateFromString: { dateString: "nonsense", onError: "bad" } }, "bad"),
  value("$dateAdd of months ends with the month", { $dateAdd: { startDate: at("2024-01-31T12:10:05Z"), unit: "month", amount: 1 } }, at("2024-02-29T12:10:05Z")),
  value("$dateAdd of years from a leap day", { $dateAdd: { startDate: at("2024-02-29"), unit: "year", amount: 1 } }, at("2025-02-28")),
  value("$dateAdd of a day keeps the time of the zone", { $dateAdd: { startDate: at("2024-03-30T12:00:00Z"), unit: "day", amount: 1, timezone: "Europe/Berlin" } }, at("2024-03-31T11:00:00Z")),
  value("$dateAdd of hours does not", { $dateAdd: { startDate: at("2024-03-30T12:00:00Z"), unit: "hour", amount: 24, timezone: "Europe/Berlin" } }, at("2024-03-31T12:00:00Z")),
  value("$dateSubtract", { $dateSubtract: { startDate: at("2020-10-31"), unit: "month", amount: 1 } }, at("2020-09-30")),
  value("$dateAdd of quarters and weeks", [{ $dateAdd: { startDate: at("2024-01-31"), unit: "quarter", amount: 1 } }, { $dateAdd: { startDate: at("2024-01-31"), unit: "week", amount: 2 } }], [at("2024-04-30"), at("2024-02-14")]),
  value("$dateDiff counts the boundaries", [{ $dateDiff: { startDate: at("2020-12-31T23:59:59Z"), endDate: at("2021-01-01T00:00:00Z"), unit: "year" } }, { $dateDiff: { startDate: at("2021-01-02"), endDate: at("2021-01-03"), unit: "week" } }, { $dateDiff: { startDate: at("2021-01-03"), endDate: at("2021-01-04"), unit: "week", startOfWeek: "monday" } }], [1, 1, 1]),
  value("$dateDiff by days and months", [{ $dateDiff: { startDate: at("2024-02-28T23:00:00Z"), endDate: at("2024-03-01T01:00:00Z"), unit: "day" } }, { $dateDiff: { startDate: at("2024-01-31"), endDate: at("2023-12-01"), unit: "month" } }], [2, -1]),
  value("$dateDiff by days in a zone", { $dateDiff: { startDate: at("2024-01-01T03:00:00Z"), endDate: at("2024-01-01T06:00:00Z"), unit: "day", timezone: "America/New_York" } }, 1),
  value("$dateTrunc to an hour and a month", [{ $dateTrunc: { date: "$day", unit: "hour" } }, { $dateTrunc: { date: "$day", unit: "month" } }], [at("2024-03-31T00:00:00Z"), at("2024-03-01T00:00:00Z")]),
  value("$dateTrunc to a day in a zone", { $dateTrunc: { date: at("2024-07-01T02:00:00Z"), unit: "day", timezone: "America/New_York" } }, at("2024-06-30T04:00:00Z")),
  value("$dateTrunc to a day on which the clocks change", { $dateTrunc: { date: at("2024-03-31T10:00:00Z"), unit: "day", timezone: "Europe/Berlin" } }, at("2024-03-30T23:00:00Z")),
  value("$dateTrunc to a week", [{ $dateTrunc: { date: at("2021-03-20T11:30:05Z"), unit: "week" } }, { $dateTrunc: { date: at("2021-03-20T11:30:05Z"), unit: "week", startOfWeek: "monday" } }], [at("2021-03-14"), at("2021-03-15")]),
  value("$dateTrunc in bins", [{ $dateTrunc: { date: at("2021-03-20T11:30:05Z"), unit: "month", binSize: 6 } }, { $dateTrunc: { date: at("2021-03-20T11:30:05Z"), unit: "hour", binSize: 2 } }], [at("2021-01-01"), at("2021-03-20T10:00:00Z")]),
  { name: "date: grouping by ISO week", beyond: true, docs: [{ _id: 1, d: at("2021-01-03") }, { _id: 2, d: at("2020-12-28") }, { _id: 3, d: at("2021-01-04") }], aggregate: [[{ $group: { _id: { y: { $isoWeekYear: "$d" }, w: { $isoWeek: "$d" } }, n: { $sum: 1 } } }, { $sort: { "_id.y": 1 } }]], want: [{ _id: { y: 2020, w: 53 }, n: 2 }, { _id: { y: 2021, w: 1 }, n: 1 }] },
  { name: "date: grouping by the day of a zone", beyond: true, docs: [{ _id: 1, d: at("2024-05-01T03:00:00Z") }, { _id: 2, d: at("2024-05-01T12:00:00Z") }], aggregate: [[{ $group: { _id: { $dateToString: { date: "$d", format: "%Y-%m-%d", timezone: "America/Chicago" } }, n: { $sum: 1 } } }, { $sort: { _id: 1 } }]], want: [{ _id: "2024-04-30", n: 1 }, { _id: "2024-05-01", n: 1 }] },
];
