import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import clsx from "clsx";
import { HistoryNav } from "~/components/history/history-nav";
import { PageHeading } from "~/components/ui/page-heading";
import { SHORT_MONTHS, SHORT_WEEKDAYS, WEEKDAYS } from "~/domain/calendar/locale";
import {
  addMonths,
  dayLabel,
  firstDay,
  lastDay,
  marksByDay,
  monthGrid,
  monthName,
  parseMonth,
  parseYear,
  yearGrid,
  type WrittenDay,
} from "~/domain/journal/history/calendar";
import { listWrittenDays, readJournalContents } from "~/domain/journal/history/journal-contents.server";
import { currentSlotOf } from "~/domain/member/current-member.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { dayLetters, DayMark, DayMarkKey } from "./day-mark";

type Rows = (WrittenDay | null)[][];

const entriesOf = (date: string) => paths.history({ from: date, to: date });

type MonthProps = {
  caption: string;
  rows: Rows;
  today: string;
  /** The first day of the week; 0 is Sunday. */
  weekStart: number;
};

const shortMonth = (month: string) => SHORT_MONTHS[Number(month.slice(5, 7)) - 1] ?? "";

/** A month in weeks; days with entries are links. */
export function MonthTable({ caption, rows, today, weekStart }: MonthProps) {
  const weekdays = WEEKDAYS.map((_, at) => (at + weekStart) % 7);
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {weekdays.map((day) => (
            <th key={day} scope="col" abbr={WEEKDAYS[day]} className="pb-2 text-sm font-medium text-muted">
              <span aria-hidden>{SHORT_WEEKDAYS[day]}</span> <span className="sr-only">{WEEKDAYS[day]}</span>
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

/** A year with a column for each month; months and days with entries are links. */
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

export const meta: MetaFunction = () => [{ title: t("Calendar · Still and Know") }];

/** `?month=YYYY-MM` or `?year=YYYY`; by default the current month. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const { date: today } = currentSlotOf(member);
    const year = parseYear(url.searchParams.get("year"));
    const month = parseMonth(url.searchParams.get("month")) ?? today.slice(0, 7);
    const [first, last] = year ? [`${year}-01`, `${year}-12`] : [month, month];
    const [contents, written] = await Promise.all([
      readJournalContents(member),
      listWrittenDays(member, firstDay(first), lastDay(last)),
    ]);
    const days = marksByDay(written);
    const name = year ?? monthName(month);
    const shared = { contents, today, name, isEmpty: days.size === 0 };
    if (year) return { ...shared, kind: "year" as const, year, rows: yearGrid(year, days, today) };
    const { weekStart } = member;
    const rows = monthGrid(month, days, today, weekStart);
    return { ...shared, kind: "month" as const, month, weekStart, rows };
  });

/** Caches the page for a while, for back and forward navigation. */
export { cachedLoader as clientLoader } from "~/browser/page-cache";

export default function CalendarPage() {
  const page = useLoaderData<typeof loader>();
  const { contents, name, isEmpty, today } = page;
  const months = page.kind === "year" ? monthsOf(page.year) : [];
  const [before, after] =
    page.kind === "year"
      ? [yearLink(Number(page.year) - 1), yearLink(Number(page.year) + 1)]
      : [monthLink(addMonths(page.month, -1)), monthLink(addMonths(page.month, 1))];
  return (
    <>
      <PageHeading title={name} eyebrow={t("Calendar")} />
      <HistoryNav contents={contents} />
      <nav aria-label={t("Calendar")} className="no-print mb-4 flex flex-wrap justify-between gap-x-6">
        <Link to={before.to} rel="prev" className="inline-flex min-h-11 items-center">
          <span aria-hidden>{"‹ "}</span>
          {before.name}
        </Link>{" "}
        <Link to={after.to} rel="next" className="inline-flex min-h-11 items-center">
          {after.name}
          <span aria-hidden>{" ›"}</span>
        </Link>
      </nav>
      {page.kind === "year" ? (
        <YearCalendar caption={t("What was written in {name}", { name })} rows={page.rows} months={months} />
      ) : (
        <MonthTable
          caption={t("What was written in {name}", { name })}
          rows={page.rows}
          today={today}
          weekStart={page.weekStart}
        />
      )}
      {isEmpty ? (
        <p className="mt-6 text-muted">{t("Nothing was written for {name}.", { name })}</p>
      ) : (
        <DayMarkKey />
      )}
      <p className="no-print mt-8 flex flex-wrap gap-x-6">
        {page.kind === "month" && (
          <Link to={`?year=${page.month.slice(0, 4)}`} className="inline-flex min-h-11 items-center">
            {t("The whole year")}
          </Link>
        )}{" "}
        {page.kind === "month" && (
          <Link to={paths.historyMonth({ month: page.month })} className="inline-flex min-h-11 items-center">
            {t("Read this month")}
          </Link>
        )}
      </p>
    </>
  );
}

const yearLink = (year: number) => ({ to: `?year=${String(year).padStart(4, "0")}`, name: String(year) });
const monthLink = (month: string) => ({ to: `?month=${month}`, name: monthName(month) });

function monthsOf(year: string): { month: string; name: string }[] {
  return Array.from({ length: 12 }, (_, at) => {
    const month = `${year}-${String(at + 1).padStart(2, "0")}`;
    return { month, name: monthName(month) };
  });
}
