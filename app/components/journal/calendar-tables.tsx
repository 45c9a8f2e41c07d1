import { Link } from "@remix-run/react";
import clsx from "clsx";
import * as addresses from "~/addresses";
import { SHORT_MONTHS, WEEKDAY_HEADS, WEEKDAYS } from "~/domain/calendar/day-names";
import { dayLabel, type WrittenDay } from "~/domain/journal/history/calendar";
import { t } from "~/i18n/t";
import { dayLetters, DayMark } from "./day-mark";

type Rows = (WrittenDay | null)[][];

const entriesOf = (date: string) => addresses.history({ from: date, to: date });

type MonthProps = {
  caption: string;
  rows: Rows;
  today: string;
  /** The day on which its weeks begin; 0 is Sunday. */
  weekStart: number;
};

const shortMonth = (month: string) => SHORT_MONTHS[Number(month.slice(5, 7)) - 1] ?? "";

/** A month in weeks; each day with entries is a link to them. */
export function MonthTable({ caption, rows, today, weekStart }: MonthProps) {
  const weekdays = WEEKDAYS.map((_, at) => (at + weekStart) % 7);
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {weekdays.map((day) => (
            <th key={day} scope="col" abbr={WEEKDAYS[day]} className="pb-2 text-sm font-medium text-muted">
              <span aria-hidden>{WEEKDAY_HEADS[day]}</span> <span className="sr-only">{WEEKDAYS[day]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((week, at) => (
          <tr key={at}>
            {week.map((day, weekday) => (
              <td
                key={weekday}
                aria-current={day?.date === today ? "date" : undefined}
                className={clsx("h-18 border border-line p-0 text-center align-top", !day && "bg-sunk")}
              >
                {day && <MonthDay day={day} isToday={day.date === today} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MonthDay({ day, isToday }: { day: WrittenDay; isToday: boolean }) {
  const { date, marks, isPast } = day;
  const number = (
    <span
      className={clsx("block text-sm", isToday && "font-semibold underline decoration-2 underline-offset-4")}
    >
      {Number(date.slice(8))}
    </span>
  );
  if (!marks)
    return <span className={clsx("block py-1.5", isPast ? "text-ink" : "text-muted")}>{number}</span>;
  return (
    <Link
      to={entriesOf(date)}
      aria-label={dayLabel(day)}
      className="flex h-full flex-col items-center py-1.5 text-ink no-underline hover:bg-accent-soft focus-visible:bg-accent-soft"
    >
      {number} <DayMark marks={marks} size={18} />
      <span className="block whitespace-nowrap text-xs text-muted">{dayLetters(marks)}</span>
    </Link>
  );
}

/** A year with a column for each month; each month leads to its own page, each day with entries to them. */
export function YearCalendar({
  caption,
  rows,
  months,
}: {
  caption: string;
  rows: Rows;
  months: { month: string; name: string }[];
}) {
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className="w-7 text-left text-xs font-medium text-muted">
            <span className="sr-only">{t("Day")}</span>
          </th>
          {months.map(({ month, name }) => (
            <th key={month} scope="col" className="p-0 text-xs font-medium">
              <Link to={`?month=${month}`} aria-label={name} className="block py-2">
                <span className="sm:hidden">{shortMonth(month).slice(0, 1)}</span>
                <span className="hidden sm:inline">{shortMonth(month)}</span>
              </Link>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at} className="border-t border-line">
            <th scope="row" className="w-7 text-left text-xs font-normal text-muted">
              {at + 1}
            </th>
            {row.map((day, month) => (
              <td key={month} className={clsx("h-7 p-0 text-center", !day && "bg-sunk")}>
                {day?.marks && (
                  <Link
                    to={entriesOf(day.date)}
                    aria-label={dayLabel(day)}
                    title={dayLabel(day)}
                    className="flex h-7 items-center justify-center no-underline hover:bg-accent-soft focus-visible:bg-accent-soft"
                  >
                    <DayMark marks={day.marks} size={18} />
                  </Link>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
