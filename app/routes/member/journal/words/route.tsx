import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { HistoryNav } from "~/components/history/history-nav";
import { BookChoice, SeasonChoice } from "~/components/journal/filter-choices";
import { Button } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { readJournalContents } from "~/domain/journal/history/journal-contents.server";
import { keptWords } from "~/domain/journal/history/list-history.server";
import { filtersFrom, groupByMonth, readCursor } from "~/domain/journal/history/query";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Words to keep · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const { season, book } = filtersFrom(url.searchParams);
    const cursor = readCursor(url.searchParams.get("page"));
    const [contents, { words, older }] = await Promise.all([
      readJournalContents(member),
      keptWords(member, { season, book }, cursor),
    ]);
    return {
      contents,
      filters: { season, book },
      withSeason: member.prayer.showSeason,
      months: groupByMonth(words),
      older: older ? paths.keptWords({ season, book, page: older }) : null,
      newest: cursor ? paths.keptWords({ season, book }) : null,
    };
  });

/** Caches the page for a while, for back and forward navigation. */
export { cachedLoader as clientLoader } from "~/browser/page-cache";

/** The kept words of the mornings, to read and print. */
export default function KeptWordsPage() {
  const { contents, filters, withSeason, months, older, newest } = useLoaderData<typeof loader>();
  const { season, book } = filters;
  return (
    <>
      <PageHeading title={t("Words to keep")} />
      <HistoryNav contents={contents} />
      {(months.length > 0 || season || book || older || newest) && (
        <Form
          key={`${season} ${book}`}
          method="get"
          action={paths.keptWords()}
          className="no-print mb-10 flex flex-wrap items-end gap-4"
        >
          {(withSeason || season) && <SeasonChoice value={season} />}
          <BookChoice value={book} />
          <Button type="submit" variant="quiet">
            {t("Show")}
          </Button>
          {(season ?? book) !== undefined && (
            <Link to={paths.keptWords()} className="inline-flex min-h-11 items-center">
              {t("Show everything")}
            </Link>
          )}
        </Form>
      )}
      {months.length === 0 && (
        <p className="text-muted">
          {season || book || older
            ? t("No word was kept here.")
            : t("Here you will find the words that you keep in Lectio Divina in the morning.")}
        </p>
      )}
      {months.map(({ month, items }) => (
        <section key={month} className="mb-12">
          <h2 className="mb-4 text-sm font-medium text-muted">{month}</h2>
          <ul className="space-y-6">
            {items.map(({ id, day, word, passage }) => (
              <li key={id} className="max-w-measure break-inside-avoid border-l-2 border-day pl-5">
                <p dir="auto" className="font-serif text-lg">
                  {word}
                </p>
                <p className="mt-1 text-sm text-muted">
                  <Link to={paths.entry(id)}>{day}</Link>
                  {passage && ` · ${passage}`}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {(older ?? newest) !== null && (
        <nav aria-label={t("Pages of words")} className="no-print flex flex-wrap justify-between gap-4">
          {newest !== null ? <Link to={newest}>{t("Newest")}</Link> : <span />}
          {older !== null && (
            <Link to={older} rel="next">
              {t("Older")}
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
