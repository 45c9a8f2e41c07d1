import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { EntryList } from "~/components/journal/entry-list";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { entryLine } from "~/domain/journal/entry-line";
import { byMonth, filtersFrom, queryOf, readCursor } from "~/domain/journal/history-query";
import { listHistory } from "~/domain/journal/list-history.server";
import { memberLoader } from "~/http/loaders.server";
import { HistoryFilterForm } from "./filters";

export const meta: MetaFunction = () => [{ title: "History · Still and Know" }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const filters = filtersFrom(url.searchParams);
    const cursor = readCursor(url.searchParams.get("page"));
    const { entries, older } = await listHistory(member, filters, cursor);
    return {
      filters,
      months: byMonth(entries).map(({ month, items }) => ({ month, entries: items.map(entryLine) })),
      older: older ? queryOf(filters, older) : null,
      newest: cursor ? queryOf(filters) : null,
    };
  });

export default function HistoryPage() {
  const { filters, months, older, newest } = useLoaderData<typeof loader>();
  const filtered = queryOf(filters) !== "";
  return (
    <>
      <PageHeading title="History" />
      <HistoryFilterForm key={queryOf(filters)} filters={filters} />
      {months.length === 0 && (
        <div className="py-8">
          <p className="mb-6 text-muted">
            {filtered
              ? "Nothing in your journal matches this."
              : "Nothing is written yet. A few words are enough to begin."}
          </p>
          {filtered ? (
            <ButtonLink to="/journal/history" variant="quiet">
              Show everything
            </ButtonLink>
          ) : (
            <ButtonLink to="/journal">Begin writing</ButtonLink>
          )}
        </div>
      )}
      {months.map(({ month, entries }) => (
        <section key={month} className="mt-10">
          <h2 className="mb-3 text-lg font-semibold">{month}</h2>
          <EntryList entries={entries} />
        </section>
      ))}
      {(older ?? newest) !== null && (
        <nav aria-label="Pages of the history" className="no-print mt-8 flex flex-wrap justify-between gap-4">
          {newest !== null ? <Link to={`/journal/history${newest}`}>Newest</Link> : <span />}
          {older !== null && (
            <Link to={`/journal/history${older}`} rel="next">
              Older
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
