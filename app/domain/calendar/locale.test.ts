import { afterEach, describe, expect, it } from "vitest";
import { formatDate, formatDateSpan, formatRelativeDay, formatSavedAt } from "./local-day";
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

afterEach(() => setReaderLocaleSource(() => null));

describe("regional formats", () => {
  it.each(LOCALES)("of %s agree with CLDR", (locale) => {
    const long = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
    expect(formatDayMonthYear(3, "November", 2026, locale)).toBe(
      long.format(new Date("2026-11-03T00:00:00Z")),
    );
    const { hourCycle } = new Intl.DateTimeFormat(locale, { timeStyle: "short" }).resolvedOptions();
    expect(formatTime("18:05", locale)).toBe(hourCycle === "h12" ? "6:05 pm" : "18:05");
    const { weekInfo } = new Intl.Locale(locale) as unknown as { weekInfo: { firstDay: number } };
    expect(localeSettingsFrom({ locale }).weekStart).toBe(weekInfo.firstDay % 7);
  });

  it("are the default ones without a reader", () => {
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
