import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { EntryText } from "~/components/journal/entry-text";
import { PageHeading } from "~/components/ui/page-heading";
import { entryName, storedDayLine, type RenderedContent } from "~/domain/journal/entries/entry";
import { renderContents } from "~/domain/journal/entries/render-content.server";
import { addMonths, monthName, parseMonth } from "~/domain/journal/history/calendar";
import { readMonthEntries } from "~/domain/journal/history/list-history.server";
import { readCursor } from "~/domain/journal/history/query";
import { currentSlotOf } from "~/domain/member/current-member.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{name} · Still and Know", { name: data?.name ?? t("A month") }) },
];

/** The entries of a month, oldest first, grouped by day. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const month = parseMonth(url.searchParams.get("month")) ?? currentSlotOf(member).date.slice(0, 7);
    const { entries, later } = await readMonthEntries(
      member,
      month,
      readCursor(url.searchParams.get("page")),
    );
    const contents = await renderContents(
      entries.map(({ content }) => content),
      4,
    );
    const days: { date: string; name: string; entries: ReturnType<typeof textOf>[] }[] = [];
    const nameOn = new Map(entries.flatMap(({ forDate, dayName }) => (dayName ? [[forDate, dayName]] : [])));
    for (const [at, entry] of entries.entries()) {
      const shown = textOf(entry, contents[at] ?? null);
      const last = days.at(-1);
      if (last?.date === entry.forDate) last.entries.push(shown);
      else
        days.push({
          date: entry.forDate,
          name: storedDayLine(entry.forDate, nameOn.get(entry.forDate)),
          entries: [shown],
        });
    }
    return {
      month,
      name: monthName(month),
      days,
      later: later ? `?month=${month}&page=${later}` : null,
    };
  });

type Entries = Awaited<ReturnType<typeof readMonthEntries>>["entries"];

function textOf({ id, kind, slot, passageRef, content }: Entries[number], shown: RenderedContent | null) {
  return {
    id,
    name: content?.title || entryName(kind, slot),
    passageRef: passageRef.replaceAll("-", "–"),
    content: shown,
  };
}

/** Caches the page for a while, for back and forward navigation. */
export { cachedLoader as clientLoader } from "~/browser/page-cache";

export default function MonthPage() {
  const { month, name, days, later } = useLoaderData<typeof loader>();
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)];
  return (
    <div className="printed">
      <PageHeading title={name} eyebrow={t("A month of your journal")} />
      {days.length === 0 && <p className="text-muted">{t("Nothing was written for {name}.", { name })}</p>}
      {days.map((day) => (
        <section key={day.date} className="mb-14">
          <h2 className="printed-date mb-5 border-b border-line pb-2 text-sm font-medium text-muted">
            {day.name}
          </h2>
          {day.entries.map((entry) => (
            <article key={entry.id} className="mb-10">
              <h3 dir="auto" className="text-lg font-semibold print:break-after-avoid">
                <Link to={paths.entry(entry.id)} className="text-ink">
                  {entry.name}
                </Link>
              </h3>
              {entry.passageRef && (
                <p className="mt-1 text-sm text-muted print:break-after-avoid">{entry.passageRef}</p>
              )}
              <div className="mt-4">
                {entry.content ? (
                  <EntryText content={entry.content} level="h4" rest={paths.entry(entry.id, { page: 2 })} />
                ) : (
                  <p className="text-muted">{t("This entry cannot be opened.")}</p>
                )}
              </div>
            </article>
          ))}
        </section>
      ))}
      {later && (
        <p className="no-print mb-8">
          <Link to={later} rel="next">
            {t("The rest of {name}", { name })}
          </Link>
        </p>
      )}
      <nav
        aria-label={t("Months")}
        className="no-print flex flex-wrap justify-between gap-x-6 border-t border-line pt-4"
      >
        <Link to={`?month=${before}`} rel="prev" className="inline-flex min-h-11 items-center">
          <span aria-hidden>{"‹ "}</span>
          {monthName(before)}
        </Link>{" "}
        <Link
          to={paths.historyCalendar({ month })}
          className="order-last inline-flex min-h-11 w-full items-center sm:order-none sm:w-auto"
        >
          {t("Calendar")}
        </Link>{" "}
        <Link to={`?month=${after}`} rel="next" className="inline-flex min-h-11 items-center">
          {monthName(after)}
          <span aria-hidden>{" ›"}</span>
        </Link>
      </nav>
    </div>
  );
}
