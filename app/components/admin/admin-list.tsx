import { Form, Link } from "@remix-run/react";
import type { InputHTMLAttributes, ReactNode } from "react";
import { Button, ButtonLink } from "~/components/ui/button";
import { Disclosure } from "~/components/ui/disclosure";
import type { AdminList, FilterValues, ListFilter } from "~/http/admin-list.server";
import { t } from "~/i18n/t";
import { DataTable, type Column } from "./data-table";

/** Declaration of a list page: filters, cursor and CSV file for the server, columns and texts for the page. */
type AdminListDefinition<Row, Shown> = AdminList<Row, Shown> & {
  columns: readonly Column<Shown>[];
  rowKey: (row: Shown) => string | number;
  caption: string;
  /** Messages that replace an empty table. `none` is for a list without filters set, and defaults to `filtered`. */
  empty: { filtered: string; none?: string };
  /** Accessible names of the filter form and of the page links. */
  filterLabel?: string;
  pagerLabel: string;
  /** Whether the rows are sorted by age, newest first; names the page links. */
  isByAge?: boolean;
};

export const defineAdminList = <Row, Shown>(
  list: AdminListDefinition<Row, Shown>,
): AdminListDefinition<Row, Shown> => list;

type AdminListPageProps<Row, Shown> = {
  list: AdminListDefinition<Row, Shown>;
  filters: FilterValues;
  rows: readonly Shown[];
  first: string | null;
  next: string | null;
  file?: string | null;
  /** Buttons next to the link to the CSV file. */
  children?: ReactNode;
};

/** A list with its filters, page links and CSV link, from the data of `loadAdminList`. */
export function AdminListPage<Row, Shown>({
  list,
  filters,
  rows,
  first,
  next,
  file,
  children,
}: AdminListPageProps<Row, Shown>) {
  const { address, columns, rowKey, caption, empty, filterLabel, pagerLabel, isByAge, csv } = list;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      {filterLabel && (
        <FilterForm action={address()} label={filterLabel} filters={list.filters} chosen={filters} />
      )}
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        empty={isFiltered ? empty.filtered : (empty.none ?? empty.filtered)}
      />
      <Pager label={pagerLabel} first={first} next={next} isByAge={isByAge} />
      {(children || file) && (
        <div className="no-print mt-8 flex flex-wrap gap-3">
          {children}
          {file && csv && (
            <ButtonLink to={file} reloadDocument variant="quiet">
              {csv.label}
            </ButtonLink>
          )}
        </div>
      )}
    </>
  );
}

type FilterFormProps = {
  action: string;
  label: string;
  filters: readonly ListFilter[];
  chosen: FilterValues;
  withUndo?: boolean;
};

/** With more filters than this, all but the first are folded. */
const MAX_SHOWN_FILTERS = 4;

/** Filters in a GET form, so that they are part of the URL. */
export function FilterForm({
  action,
  label,
  filters,
  chosen,
  withUndo = Object.values(chosen).some((value) => value !== undefined),
}: FilterFormProps) {
  const folded = filters.length > MAX_SHOWN_FILTERS ? filters.slice(1) : [];
  return (
    <Form
      key={JSON.stringify(chosen)}
      method="get"
      action={action}
      role="search"
      aria-label={label}
      className="no-print mb-8"
    >
      <FilterFields filters={folded.length > 0 ? filters.slice(0, 1) : filters} chosen={chosen} />
      {folded.length > 0 && (
        <Disclosure
          title={t("More filters")}
          open={folded.some(({ name }) => chosen[name] !== undefined)}
          className="mt-2"
        >
          <FilterFields filters={folded} chosen={chosen} />
        </Disclosure>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-5">
        <Button type="submit" variant="quiet">
          {t("Show")}
        </Button>{" "}
        {withUndo && <Link to={action}>{t("Show everything")}</Link>}
      </div>
    </Form>
  );
}

function FilterFields({ filters, chosen }: Pick<FilterFormProps, "filters" | "chosen">) {
  return (
    <div className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
      {filters.map((filter) => (
        <FilterField key={filter.name} filter={filter} value={chosen[filter.name]} />
      ))}
    </div>
  );
}

function FilterField({ filter, value }: { filter: ListFilter; value: FilterValues[string] }) {
  const { name, label, className, choices, all, line, hint } = filter;
  const text = value === true ? undefined : value;
  if (choices) return <FilterChoice {...{ name, label, className, all }} value={text} options={choices} />;
  if (line) return <FilterLine {...{ name, label, className, hint }} {...line} defaultValue={text} />;
  return (
    <>
      <label className="flex min-h-11 items-center gap-3 self-end">
        <input type="checkbox" name={name} value="1" defaultChecked={value === true} />
        {label}
      </label>{" "}
    </>
  );
}

function FilterChoice({
  name,
  label,
  value,
  options,
  all = t("All"),
  className,
}: {
  name: string;
  label: string;
  className?: string;
  value: string | number | undefined;
  options: readonly (readonly [value: string, label: string])[];
  all?: string | null;
}) {
  return (
    <div className={className}>
      <label htmlFor={`filter-${name}`} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select id={`filter-${name}`} name={name} defaultValue={value ?? ""} className="control">
        {all !== null && <option value="">{all}</option>}
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function FilterLine({
  name,
  label,
  hint,
  className,
  ...rest
}: { name: string; label: string; hint?: string } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <div className={className}>
      <label htmlFor={`filter-${name}`} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <input
        id={`filter-${name}`}
        name={name}
        autoComplete="off"
        dir="auto"
        aria-describedby={hint ? `filter-${name}-hint` : undefined}
        {...rest}
        className="control"
      />
      {hint && (
        <p id={`filter-${name}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

type PagerProps = { label: string; first: string | null; next: string | null; isByAge?: boolean };

function Pager({ label, first, next, isByAge = true }: PagerProps) {
  if (first === null && next === null) return null;
  return (
    <nav aria-label={label} className="no-print mt-8 flex flex-wrap justify-between gap-4">
      {first !== null ? <Link to={first}>{isByAge ? t("Newest") : t("First page")}</Link> : <span />}{" "}
      {next !== null && (
        <Link to={next} rel="next">
          {isByAge ? t("Older") : t("Next page")}
        </Link>
      )}
    </nav>
  );
}
