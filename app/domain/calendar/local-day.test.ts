import { afterEach, describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import { reflectionDay, slotAt } from "~/domain/member/prayer-times";
import {
  addDays,
  daysBetween,
  formatDate,
  formatDateSpan,
  formatRelativeDay,
  formatSavedAt,
  isDay,
  localMoment,
  weekdayName,
  weekdayOf,
} from "./local-day";
import {
  formatDayMonthYear,
  formatNumber,
  formatTime,
  LOCALE_CHOICES,
  LOCALES,
  localeSettingsFrom,
  parseLocale,
} from "./locale";
import { setReaderLocaleSource } from "./reader.state";
import { findTimeZone } from "./time-zone";

const zones = Intl.supportedValuesOf("timeZone");
const instant = fc
  .integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2060, 0, 1) })
  .map((milliseconds) => new Date(milliseconds));
const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((m) => `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`);
const DEFAULTS = { morningPromptTime: "06:00", eveningPromptTime: "18:00" };

describe("a local moment", () => {
  it.each([
    ["2026-11-21T23:30:00Z", "", "2026-11-21", "23:30"],
    ["2026-11-21T23:30:00Z", "Atlantis/Lost", "2026-11-21", "23:30"],
    ["2026-11-21T23:30:00Z", "Europe/Berlin", "2026-11-22", "00:30"],
    ["2026-11-21T23:30:00Z", "America/Los_Angeles", "2026-11-21", "15:30"],
    ["2026-11-21T20:30:00Z", "Asia/Kathmandu", "2026-11-22", "02:15"],
    // Clocks go forward: 02:00 to 03:00 is skipped.
    ["2026-03-29T00:59:00Z", "Europe/Berlin", "2026-03-29", "01:59"],
    ["2026-03-29T01:00:00Z", "Europe/Berlin", "2026-03-29", "03:00"],
    // Clocks go back: 01:30 occurs twice.
    ["2026-11-01T05:30:00Z", "America/New_York", "2026-11-01", "01:30"],
    ["2026-11-01T06:30:00Z", "America/New_York", "2026-11-01", "01:30"],
    // Samoa skipped this day.
    ["2011-12-30T09:59:00Z", "Pacific/Apia", "2011-12-29", "23:59"],
    ["2011-12-30T10:00:00Z", "Pacific/Apia", "2011-12-31", "00:00"],
  ])("is, for %s in the zone %j, %s at %s", (moment, zone, date, time) => {
    expect(localMoment(new Date(moment), zone)).toEqual({ date, time });
  });

  it("agrees with toLocaleString in every zone", () => {
    fc.assert(
      fc.property(instant, fc.constantFrom(...zones), (moment, zone) => {
        const { date, time } = localMoment(moment, zone);
        expect(`${date} ${time}`).toBe(moment.toLocaleString("sv-SE", { timeZone: zone }).slice(0, 16));
      }),
    );
  });
});

describe("days", () => {
  it.each([
    "2026-02-29",
    "2026-13-01",
    "2026-1-1",
    "26-01-01",
    "",
    "2026-00-10",
    "2026-01-01T00:00",
    "0000-00-00",
    "0000-01-01",
    "9999-12-31",
  ])("are invalid when written as %j", (text) => expect(isDay(text)).toBe(false));

  it("are added across months, years and leap days", () => {
    expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
    fc.assert(
      fc.property(fc.integer({ min: -40_000, max: 40_000 }), (count) => {
        const day = addDays("2026-11-21", count);
        expect(isDay(day)).toBe(true);
        expect(daysBetween("2026-11-21", day)).toBe(count);
        expect(weekdayOf(day)).toBe((((6 + count) % 7) + 7) % 7);
      }),
    );
  });

  it("have names of weekdays", () => expect(weekdayName("2026-11-21")).toBe("Saturday"));
});

describe("the due slot", () => {
  it.each([
    ["03:00", "morning"],
    ["06:00", "morning"],
    ["15:59", "morning"],
    ["16:00", "evening"],
    ["23:59", "evening"],
    ["00:00", "evening"],
    ["02:59", "evening"],
  ])("is, at %s, %s with default times", (time, slot) => expect(slotAt(time, DEFAULTS)).toBe(slot));

  it("begins earlier when the prayer times are earlier", () => {
    expect(slotAt("02:30", { morningPromptTime: "03:00", eveningPromptTime: "18:00" })).toBe("morning");
    expect(slotAt("14:00", { morningPromptTime: "05:00", eveningPromptTime: "14:30" })).toBe("evening");
  });

  it("is morning at the morning prayer time and evening at the evening one", () => {
    fc.assert(
      fc.property(clock, clock, (a, b) => {
        fc.pre(a !== b);
        const times = { morningPromptTime: a < b ? a : b, eveningPromptTime: a < b ? b : a };
        expect(slotAt(times.morningPromptTime, times)).toBe("morning");
        expect(slotAt(times.eveningPromptTime, times)).toBe("evening");
      }),
    );
  });

  it("uses default hours when the evening prayer time precedes the morning one", () => {
    const turned = { morningPromptTime: "20:00", eveningPromptTime: "07:00" };
    expect(slotAt("07:00", turned)).toBe("morning");
    expect(slotAt("20:00", turned)).toBe("evening");
  });
});

describe("the day of a reflection", () => {
  const at = (date: string, time: string) => ({ date, time });

  it("is yesterday for an evening after midnight, today for a morning", () => {
    expect(reflectionDay("evening", at("2026-11-21", "00:30"), DEFAULTS)).toBe("2026-11-20");
    expect(reflectionDay("morning", at("2026-11-21", "00:30"), DEFAULTS)).toBe("2026-11-21");
    expect(reflectionDay("evening", at("2026-11-21", "03:00"), DEFAULTS)).toBe("2026-11-21");
    expect(reflectionDay("evening", at("2026-11-21", "23:59"), DEFAULTS)).toBe("2026-11-21");
  });

  it("never decreases and is never in the future", () => {
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 0, max: 90_000_000 }),
        clock,
        clock,
        (moment, later, morning, evening) => {
          const times = { morningPromptTime: morning, eveningPromptTime: evening };
          const [before, after] = [moment, new Date(moment.getTime() + later)].map((when) =>
            localMoment(when, ""),
          );
          const days = [before, after].map((local) => local && reflectionDay("evening", local, times));
          expect(days[0]! <= days[1]!).toBe(true);
          expect(days[1]! <= after!.date).toBe(true);
        },
      ),
    );
  });
});

describe("a typed time zone", () => {
  it.each([
    ["Europe/Berlin", "Europe/Berlin"],
    [" europe/berlin ", "Europe/Berlin"],
    ["berlin", "Europe/Berlin"],
    ["New York", "America/New_York"],
    ["são paulo", "America/Sao_Paulo"],
    ["utc", "UTC"],
    ["Asia/Kolkata", "Asia/Calcutta"],
    ["US/Pacific", "US/Pacific"],
  ])("resolves %s to %s", (text, zone) => expect(findTimeZone(text)).toBe(zone));

  it.each([
    "",
    "Atlantis",
    "../etc",
    "+02:00",
    "constructor",
    "__proto__",
    "x".repeat(100),
    "Europe/",
    "Europe/Nowhere",
  ])("is unknown when it is %j", (text) => expect(findTimeZone(text)).toBeUndefined());

  it("resolves every listed zone to one that Intl accepts", () => {
    for (const zone of Intl.supportedValuesOf("timeZone")) {
      expect(findTimeZone(zone)).toBe(zone);
      expect(() => new Intl.DateTimeFormat("en", { timeZone: zone })).not.toThrow();
    }
  });
});

afterEach(() => setReaderLocaleSource(() => null));

describe("regional formats", () => {
  it.each(LOCALES)("agree with CLDR for %s", (locale) => {
    const long = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
    expect(formatDayMonthYear(3, "November", 2026, locale)).toBe(
      long.format(new Date("2026-11-03T00:00:00Z")),
    );
    const { hourCycle } = new Intl.DateTimeFormat(locale, { timeStyle: "short" }).resolvedOptions();
    expect(formatTime("18:05", locale)).toBe(hourCycle === "h12" ? "6:05 pm" : "18:05");
    const { weekInfo } = new Intl.Locale(locale) as unknown as { weekInfo: { firstDay: number } };
    expect(localeSettingsFrom({ locale }).weekStart).toBe(weekInfo.firstDay % 7);
  });

  it("are the default formats when there is no reader", () => {
    expect(parseLocale("xx")).toBe("en-GB");
    expect(parseLocale(undefined)).toBe("en-GB");
    expect(formatDate("2026-11-03")).toBe("3 November 2026");
    expect(formatNumber(1_234_567)).toBe("1,234,567");
    expect(LOCALE_CHOICES[0]?.label).toBe("United Kingdom: 21 November 2026, 18:05");
  });

  it("print common parts of a span once", () => {
    expect(formatDateSpan("2026-11-15", "2026-11-21")).toBe("15 to 21 November 2026");
    expect(formatDateSpan("2026-11-29", "2026-12-05")).toBe("29 November to 5 December 2026");
    expect(formatDateSpan("2026-12-27", "2027-01-02")).toBe("27 December 2026 to 2 January 2027");
  });

  it("apply to all dates of the reader", () => {
    setReaderLocaleSource(() => "en-US");
    expect(formatDate("2026-11-03")).toBe("November 3, 2026");
    expect(formatRelativeDay("2026-11-03", "2026-11-21")).toBe("Tuesday, November 3, 2026");
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour, 5));
    expect(formatSavedAt(at(0), at(23), "UTC")).toBe("12:05 am");
    expect(formatSavedAt(at(12), at(23), "UTC")).toBe("12:05 pm");
    expect(formatDateSpan("2026-11-15", "2026-11-21")).toBe("November 15 to 21, 2026");
    expect(formatDateSpan("2026-11-29", "2026-12-05")).toBe("November 29 to December 5, 2026");
    expect(formatDateSpan("2026-12-27", "2027-01-02")).toBe("December 27, 2026 to January 2, 2027");
    setReaderLocaleSource(() => "en-IN");
    expect(formatNumber(1_234_567)).toBe("12,34,567");
  });
});
