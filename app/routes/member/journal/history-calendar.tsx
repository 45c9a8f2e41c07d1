import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { MonthTable, YearCalendar } from "~/components/journal/calendar-tables";
import { DayMarkKey } from "~/components/journal/day-mark";
import { PageHeading } from "~/components/ui/page-heading";
import {
  addMonths,
  daysInWords,
  firstDay,
  lastDay,
  marksByDay,
  monthGrid,
  monthName,
  readMonth,
  readYear,
  yearGrid,
} from "~/domain/journal/history/calendar";
import { writtenBetween } from "~/domain/journal/history/calendar.server";
import { currentSlotOf } from "~/domain/member/today.server";
import { memberLoader } from "~/http/loaders.server";
import { t } from "~/i18n/t";

export const meta: MetaFunction = () => [{ title: t("Calendar · Still and Know") }];

/** `?month=YYYY-MM`, or `?year=YYYY`; without either this month. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const { date: today } = currentSlotOf(member);
    const year = readYear(url.searchParams.get("year"));
    const month = readMonth(url.searchParams.get("month")) ?? today.slice(0, 7);
    const [first, last] = year ? [`${year}-01`, `${year}-12`] : [month, month];
    const days = marksByDay(await writtenBetween(member, firstDay(first), lastDay(last)));
    const name = year ?? monthName(month);
    const shared = { today, name, line: daysInWords(days.size, name) };
    if (year) return { ...shared, kind: "year" as const, year, rows: yearGrid(year, days, today) };
    const { weekStart } = member;
    const rows = monthGrid(month, days, today, weekStart);
    return { ...shared, kind: "month" as const, month, weekStart, rows };
  });

/** Going back and forth reads from the memory for a while. */
export { cachedLoader as clientLoader } from "~/browser/page-cache";

export default function CalendarPage() {
  const page = useLoaderData<typeof loader>();
  const { name, line, today } = page;
  const months = page.kind === "year" ? monthsOf(page.year) : [];
  const [before, after] =
    page.kind === "year"
      ? [yearLink(Number(page.year) - 1), yearLink(Number(page.year) + 1)]
      : [monthLink(addMonths(page.month, -1)), monthLink(addMonths(page.month, 1))];
  return (
    <>
      <PageHeading title={name} eyebrow={t("Calendar")} intro={<p>{line}</p>} />
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
      <DayMarkKey />
      <p className="no-print mt-8 flex flex-wrap gap-x-6">
        <Link to={addresses.history()} className="inline-flex min-h-11 items-center">
          {t("History")}
        </Link>{" "}
        {page.kind === "month" && (
          <Link to={`?year=${page.month.slice(0, 4)}`} className="inline-flex min-h-11 items-center">
            {t("The whole year")}
          </Link>
        )}{" "}
        {page.kind === "month" && (
          <Link
            to={addresses.historyMonth({ month: page.month })}
            className="inline-flex min-h-11 items-center"
          >
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
