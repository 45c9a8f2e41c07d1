import { Form } from "@remix-run/react";
import type { InputHTMLAttributes, ReactNode } from "react";
import * as addresses from "~/addresses";
import { Button } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { SummaryMark } from "~/components/ui/summary-mark";
import { SEASONS } from "~/domain/church-year/church-year";
import { SEASON_NAMES } from "~/domain/church-year/season-days";
import { BOOK_NAMES } from "~/domain/journal/history/books";
import { queryOf, type HistoryFilters } from "~/domain/journal/history/query";
import type { EntryKind } from "~/domain/journal/prompt-sets/entry-kind";
import { t } from "~/i18n/t";

const SLOTS = [
  ["morning", t("Morning")],
  ["evening", t("Evening")],
  ["none", t("Any time")],
] as const;

type Props = {
  filters: HistoryFilters;
  /** The kinds of entries by name. */
  kinds: { kind: EntryKind; name: string }[];
  withSeason: boolean;
};

/** Narrows the history by its address alone: a form that asks, with nothing to undo but a link. */
export function HistoryFilterForm({ filters, kinds, withSeason }: Props) {
  const { q, prayer: _, ...rest } = filters;
  const filtered = queryOf(filters) !== "";
  return (
    <Form method="get" action={addresses.history()} role="search" className="no-print">
      {filters.prayer && <input type="hidden" name="prayer" value={filters.prayer} />}
      <label htmlFor="filter-q" className="mb-1.5 block font-medium">
        {t("Search your journal")}
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          id="filter-q"
          type="search"
          name="q"
          maxLength={200}
          defaultValue={q}
          autoComplete="off"
          aria-describedby="filter-q-hint"
          className="control min-w-0 flex-1"
        />
        <Button type="submit" variant="quiet">
          {t("Search")}
        </Button>
      </div>
      <p id="filter-q-hint" className="mb-4 mt-1.5 text-sm text-muted">
        {t("Finds whole words. With several, finds entries that contain all of them.")}
      </p>
      <details open={queryOf(rest) !== ""} className="group border-y border-line">
        <summary className="flex min-h-11 items-center font-medium">
          <SummaryMark />
          {t("Filter")}
        </summary>
        <div className="grid grid-cols-1 gap-5 pb-6 pt-2 sm:grid-cols-2">
          <Choice name="kind" label={t("Kind")} value={filters.kind}>
            {kinds.map(({ kind, name }) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </Choice>
          <Choice name="slot" label={t("Time of day")} value={filters.slot}>
            {SLOTS.map(([slot, name]) => (
              <option key={slot} value={slot}>
                {name}
              </option>
            ))}
          </Choice>
          <Line name="tag" label={t("Tag")} defaultValue={filters.tag} />
          <Line name="mood" label={t("Mood")} defaultValue={filters.mood} />
          <Choice name="book" label={t("Bible book")} value={filters.book}>
            {BOOK_NAMES.map((book) => (
              <option key={book} value={book}>
                {book === "Psalm" ? t("Psalms") : book}
              </option>
            ))}
          </Choice>
          {(withSeason || filters.season) && (
            <Choice name="season" label={t("Season of the church year")} value={filters.season}>
              {SEASONS.map((season) => (
                <option key={season} value={season}>
                  {SEASON_NAMES[season]}
                </option>
              ))}
            </Choice>
          )}
          <Line name="from" label={t("From")} type="date" defaultValue={filters.from} />
          <Line name="to" label={t("To")} type="date" defaultValue={filters.to} />
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="favourite" value="1" defaultChecked={filters.favourite} />
            {t("Favourites only")}
          </label>
          <div className="flex flex-wrap items-center gap-4 sm:col-span-2">
            <Button type="submit" variant="quiet">
              {t("Show")}
            </Button>{" "}
            {filtered && <Link to={addresses.history()}>{t("Show everything")}</Link>}
          </div>
        </div>
      </details>
    </Form>
  );
}

function Choice({
  name,
  label,
  value,
  children,
}: {
  name: string;
  label: string;
  value?: string;
  children: ReactNode;
}) {
  return (
    <div>
      <label htmlFor={`filter-${name}`} className="mb-1.5 block font-medium">
        {label}
      </label>
      <select id={`filter-${name}`} name={name} defaultValue={value ?? ""} className="control">
        <option value="">{t("All")}</option>
        {children}
      </select>
    </div>
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
      <input id={`filter-${name}`} name={name} autoComplete="off" {...rest} className="control" />
    </div>
  );
}
