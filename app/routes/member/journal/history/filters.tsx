import { Form, Link } from "@remix-run/react";
import type { InputHTMLAttributes } from "react";
import { BookChoice, HistoryChoice, SeasonChoice } from "~/components/journal/filter-choices";
import { Button } from "~/components/ui/button";
import { Disclosure } from "~/components/ui/disclosure";
import type { JournalContents } from "~/domain/journal/history/journal-contents.server";
import type { ActiveFilter, HistoryFilters } from "~/domain/journal/history/query";
import type { EntryKind } from "~/domain/journal/prompt-sets/prompt-set";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

const SLOTS = [
  ["morning", t("Morning")],
  ["evening", t("Evening")],
  ["none", t("Any time")],
] as const;

type FiltersProps = {
  filters: HistoryFilters;
  contents: JournalContents;
  /** The kinds of this journal and the one in use. */
  kinds: { kind: EntryKind; name: string }[];
  withSeason: boolean;
  /** Suggested tags. */
  tags: string[];
  /** Messages below the search field. */
  notes: string[];
};

/** The filter form of the history (GET). It is folded again after a search, because the active filters are listed below. */
export function HistoryFilterForm({ filters, contents, kinds, withSeason, tags, notes }: FiltersProps) {
  const { q } = filters;
  return (
    <Form method="get" action={paths.history()} role="search" className="no-print">
      {filters.prayer && <input type="hidden" name="prayer" value={filters.prayer} />}
      <label htmlFor="filter-q" className="mb-1.5 block font-medium">
        {t("Search your journal")}
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          dir="auto"
          id="filter-q"
          type="search"
          name="q"
          maxLength={200}
          defaultValue={q}
          autoComplete="off"
          aria-describedby={notes.length > 0 ? "filter-q-notes" : undefined}
          className="control min-w-0 flex-1"
        />
        <Button type="submit" variant="quiet">
          {t("Search")}
        </Button>
      </div>
      {notes.length > 0 && (
        <div id="filter-q-notes" role="status" className="mt-2 max-w-measure space-y-2">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
      <div className="mt-1 flex flex-wrap gap-x-8 text-muted">
        <Disclosure title={t("Filter")} open={false} className="open:basis-full open:text-ink">
          <FilterFields
            filters={filters}
            contents={contents}
            kinds={kinds}
            withSeason={withSeason}
            tags={tags}
          />
        </Disclosure>
        <Disclosure title={t("How to search")} open={false} className="open:basis-full">
          <p className="max-w-measure pb-3">
            {t(
              "Search for one or more words. “Quotation marks” find a phrase; -word leaves one out. The beginning of a word is enough.",
            )}
          </p>
        </Disclosure>
      </div>
    </Form>
  );
}

/** The filters that distinguish entries of this journal, and those in use. */
function FilterFields({ filters, contents, kinds, withSeason, tags }: Omit<FiltersProps, "notes">) {
  const { slots, hasTags, hasMoods, hasPassages, hasFavourites, hasPictures } = contents;
  return (
    <div className="grid grid-cols-1 gap-5 pb-6 pt-2 sm:grid-cols-2">
      {(kinds.length > 1 || filters.kind) && (
        <HistoryChoice name="kind" label={t("Kind")} value={filters.kind}>
          {kinds.map(({ kind, name }) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </HistoryChoice>
      )}
      {(slots.length > 1 || filters.slot) && (
        <HistoryChoice name="slot" label={t("Time of day")} value={filters.slot}>
          {SLOTS.map(([slot, name]) => (
            <option key={slot} value={slot}>
              {name}
            </option>
          ))}
        </HistoryChoice>
      )}
      {(hasTags || filters.tag) && (
        <>
          <Line name="tag" label={t("Tag")} defaultValue={filters.tag} list="own-tags" />
          <datalist id="own-tags">
            {tags.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </>
      )}
      {(hasMoods || filters.mood) && <Line name="mood" label={t("Mood")} defaultValue={filters.mood} />}
      {(hasPassages || filters.book) && <BookChoice value={filters.book} />}
      {(withSeason || filters.season) && <SeasonChoice value={filters.season} />}
      <Line name="from" label={t("From")} type="date" defaultValue={filters.from} />
      <Line name="to" label={t("To")} type="date" defaultValue={filters.to} />
      {(hasFavourites || filters.favourite) && (
        <Tick name="favourite" label={t("Favourites only")} isTicked={filters.favourite} />
      )}
      {(hasPictures || filters.pictures) && (
        <Tick name="pictures" label={t("With pictures only")} isTicked={filters.pictures} />
      )}
      <div className="flex flex-wrap items-center gap-4 sm:col-span-2">
        <Button type="submit" variant="quiet">
          {t("Show")}
        </Button>
      </div>
    </div>
  );
}

function Tick({ name, label, isTicked }: { name: string; label: string; isTicked: true | undefined }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="checkbox" name={name} value="1" defaultChecked={isTicked} />
      {label}
    </label>
  );
}

function Line({
  name,
  label,
  ...rest
}: { name: string; label: string } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <div>
      <label htmlFor={`filter-${name}`} className="mb-1.5 block font-medium">
        {label}
      </label>
      <input id={`filter-${name}`} name={name} autoComplete="off" dir="auto" {...rest} className="control" />
    </div>
  );
}

/** The active filters, each with a link that removes it. */
export function SetFilters({ filters }: { filters: ActiveFilter[] }) {
  if (filters.length === 0) return null;
  return (
    <div className="no-print mt-6">
      <h2 className="sr-only">{t("What is shown")}</h2>
      <ul className="flex flex-wrap gap-2">
        {filters.map(({ name, value, without }) => (
          <li key={name}>
            <Link
              to={paths.history(without)}
              className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-raised px-4 text-ink no-underline hover:bg-sunk"
            >
              <span>
                <span className="text-muted">{name}</span> <bdi>{value}</bdi>
              </span>{" "}
              <span aria-hidden>×</span>
              <span className="sr-only">
                <Trans>, show without it</Trans>
              </span>
            </Link>
          </li>
        ))}
        {filters.length > 1 && (
          <li>
            <Link to={paths.history()} className="inline-flex min-h-11 items-center px-2">
              {t("Show everything")}
            </Link>
          </li>
        )}
      </ul>
    </div>
  );
}
