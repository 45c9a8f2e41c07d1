import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import clsx from "clsx";
import { HistoryNav } from "~/components/history/history-nav";
import { EntryList, MarkedText, RememberedList } from "~/components/journal/entry-list";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { formatDate } from "~/domain/calendar/local-day";
import { collectTags, searchableTexts } from "~/domain/journal/entries/content";
import { entryListItem, kindName, type Entry } from "~/domain/journal/entries/entry";
import { readJournalContents, readJournalYears } from "~/domain/journal/history/journal-contents.server";
import { listHistory } from "~/domain/journal/history/list-history.server";
import { onThisDay, rememberedLine } from "~/domain/journal/history/on-this-day.server";
import {
  activeFilters,
  filtersFrom,
  groupByMonth,
  queryOf,
  readCursor,
  type HistoryFilters,
} from "~/domain/journal/history/query";
import {
  bestSnippet,
  isEmptySearch,
  parseSearch,
  searchNotices,
  type SnippetPart,
} from "~/domain/journal/history/search";
import { searchHistory, type SearchPage } from "~/domain/journal/history/search-history.server";
import { arePicturesEnabled } from "~/domain/journal/pictures/pictures.server";
import { readIntention, searchIntentions } from "~/domain/journal/prayers/list-intentions.server";
import { ENTRY_KINDS } from "~/domain/journal/prompt-sets/prompt-set";
import { currentSlotOf } from "~/domain/member/current-member.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { HistoryFilterForm, SetFilters } from "./filters";

type Found = { id: string; plain: string; name: SnippetPart[]; text: SnippetPart[] };

/** The intentions that match a search, above its entries. */
export function FoundIntentions({ intentions, more }: { intentions: Found[]; more: string | null }) {
  return (
    <section className="mt-10">
      <h2 className="mb-3 text-lg font-semibold">{t("People and intentions")}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {intentions.map(({ id, plain, name, text }) => (
          <li key={id} className="relative py-4 hover:bg-sunk">
            <Link
              to={paths.prayer(id)}
              dir="auto"
              className="break-words font-serif text-lg text-ink after:absolute after:inset-0"
            >
              {name.length > 0 ? <MarkedText pieces={name} /> : plain}
            </Link>
            {text.length > 0 && (
              <p dir="auto" className="break-words font-serif text-muted">
                <MarkedText pieces={text} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {more && (
        <p className="mt-4">
          <Link to={more}>{t("All intentions with these words")}</Link>
        </p>
      )}
    </section>
  );
}

/** The years of the journal; each keeps the other filters. */
function Years({ years, filters }: { years: string[]; filters: HistoryFilters }) {
  return (
    <nav aria-label={t("Years")} className="no-print mt-6">
      <ul className="flex flex-wrap gap-x-5">
        {years.map((year) => {
          const span = { from: `${year}-01-01`, to: `${year}-12-31` };
          const isCurrent = filters.from === span.from && filters.to === span.to;
          return (
            <li key={year}>
              <Link
                to={paths.history({ ...filters, ...span })}
                aria-current={isCurrent ? "true" : undefined}
                className={clsx(
                  "inline-flex min-h-11 min-w-11 items-center justify-center tabular-nums",
                  isCurrent && "font-semibold text-ink decoration-2",
                )}
              >
                {year}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

export const meta: MetaFunction = () => [{ title: t("History · Still and Know") }];

const MAX_INTENTIONS = 5;
const firstPicture = ({ content }: Entry) =>
  arePicturesEnabled() ? (content?.pictures?.[0]?.id ?? null) : null;
const isOnlySearch = ({ q: _, ...rest }: HistoryFilters) => queryOf(rest) === "";

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const filters = filtersFrom(url.searchParams);
    const cursor = readCursor(url.searchParams.get("page"));
    const isPlain = !cursor && queryOf(filters) === "";
    const [contents, years, { entries, older, ...searched }, remembered, intentions, intention] =
      await Promise.all([
        readJournalContents(member),
        readJournalYears(member),
        filters.q
          ? searchHistory(member, filters, cursor)
          : listHistory(member, filters, cursor).then((page): SearchPage => page),
        isPlain ? onThisDay(member, currentSlotOf(member).date) : [],
        // Intentions are searched only without other filters, because those apply to entries only.
        filters.q && !cursor && isOnlySearch(filters)
          ? searchIntentions(member, filters.q, undefined, MAX_INTENTIONS)
          : null,
        filters.prayer ? readIntention(member, filters.prayer) : null,
      ]);
    // Parsed from the URL, because the filter is already cut to its maximum length.
    const search = parseSearch(url.searchParams.get("q") ?? "");
    return {
      filters,
      set: activeFilters(filters, intention?.name ?? ""),
      tags: collectTags(entries.map(({ content }) => content)),
      kinds: ENTRY_KINDS.filter((kind) => contents.kinds.includes(kind) || kind === filters.kind).map(
        (kind) => ({
          kind,
          name: kindName(kind),
        }),
      ),
      contents: { ...contents, hasPictures: contents.hasPictures && arePicturesEnabled() },
      years: years.length > 1 ? years : [],
      withSeason: member.prayer.showSeason && contents.hasOldPages,
      months: groupByMonth(entries).map(({ month, items }) => ({
        month,
        key: items[0]?.forDate.slice(0, 7) ?? "",
        entries: items.map((entry) => ({
          ...entryListItem(entry),
          picture: firstPicture(entry),
          ...(search.terms.length > 0 &&
            entry.content && { found: bestSnippet(searchableTexts(entry.content), search) }),
        })),
      })),
      remembered: remembered.map(rememberedLine),
      /** False if the search field has no valid term. */
      isAsked: !filters.q || !isEmptySearch(search),
      notes: filters.q ? searchNotices(search, searched) : [],
      searchedBackTo: searched.searchedBackTo ? formatDate(searched.searchedBackTo) : null,
      intentions: (intentions?.intentions ?? []).map(({ id, name, line, came }) => ({
        id,
        name: bestSnippet([name], search),
        text: bestSnippet([line, came], search),
        plain: name,
      })),
      moreIntentions: intentions?.older ? paths.prayers({ q: filters.q ?? "" }) : null,
      older: older ? paths.history({ ...filters, page: older }) : null,
      newest: cursor ? paths.history(filters) : null,
    };
  });

/** Caches the page for a while, for back and forward navigation. */
export { cachedLoader as clientLoader } from "~/browser/page-cache";

export default function HistoryPage() {
  const {
    filters,
    set,
    tags,
    contents,
    years,
    kinds,
    withSeason,
    months,
    remembered,
    older,
    newest,
    ...searched
  } = useLoaderData<typeof loader>();
  const { notes, searchedBackTo, intentions, moreIntentions, isAsked } = searched;
  const isEmpty = isAsked && months.length === 0 && intentions.length === 0 && !searchedBackTo;
  const filtered = set.length > 0;
  return (
    <>
      <PageHeading title={t("History")} />
      <HistoryNav contents={contents} />
      {(!contents.isEmpty || filtered) && (
        <HistoryFilterForm
          key={queryOf(filters)}
          filters={filters}
          contents={contents}
          kinds={kinds}
          withSeason={withSeason}
          tags={tags}
          notes={notes}
        />
      )}
      <SetFilters filters={set} />
      {years.length > 0 && <Years years={years} filters={filters} />}
      {intentions.length > 0 && <FoundIntentions intentions={intentions} more={moreIntentions} />}
      {remembered.length > 0 && <RememberedList entries={remembered} className="mt-10" />}
      {filtered && months.length > 0 && (
        <p className="no-print mt-6">
          <Link to={paths.settingsData(filters)}>{t("Export these results")}</Link>
        </p>
      )}
      {isEmpty && (
        <div className="py-8">
          <p className="mb-6 text-muted">
            {filtered
              ? t("Nothing in your journal matches this.")
              : t("Nothing written yet. A few words are enough to begin.")}
          </p>
          {filtered ? (
            <ButtonLink to={paths.history()} variant="quiet">
              {t("Show everything")}
            </ButtonLink>
          ) : (
            <ButtonLink to={paths.journal()}>{t("Begin writing")}</ButtonLink>
          )}
        </div>
      )}
      {months.map(({ month, key, entries }) => (
        <section key={month} className="mt-10">
          <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
            <h2 className="text-lg font-semibold">{month}</h2>
            <Link to={paths.historyMonth({ month: key })} className="no-print text-sm">
              <Trans>
                Read the month<span className="sr-only"> of {month}</span>
              </Trans>
            </Link>
          </div>
          <EntryList entries={entries} />
        </section>
      ))}
      {searchedBackTo && (
        <p className="mt-8 text-muted">{t("Looked back as far as {day}.", { day: searchedBackTo })}</p>
      )}
      {(older ?? newest) !== null && (
        <nav aria-label={t("History pages")} className="no-print mt-8 flex flex-wrap justify-between gap-4">
          {newest !== null ? <Link to={newest}>{t("Newest")}</Link> : <span />}
          {older !== null && (
            <Link to={older} rel="next">
              {searchedBackTo ? t("Search further back") : t("Older")}
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
