import { Form, Link } from "@remix-run/react";
import type { InputHTMLAttributes } from "react";
import { Button } from "~/components/ui/button";
import { t } from "~/i18n/t";

/** What a list is narrowed by: one of some choices, a line to type in, or, where it has neither, a box to tick. */
type Filter = {
  name: string;
  label: string;
  className?: string;
  choices?: readonly (readonly [value: string, label: string])[];
  all?: string | null;
  line?: InputHTMLAttributes<HTMLInputElement>;
  hint?: string;
};
type Value = string | number | true | undefined;

/** Narrows a page by its address alone: a form that asks, with nothing to undo but a link. */
export function FilterForm({
  action,
  label,
  filters,
  chosen,
  withUndo = Object.values(chosen).some((value) => value !== undefined),
}: {
  action: string;
  label: string;
  filters: readonly Filter[];
  chosen: Readonly<Record<string, Value>>;
  withUndo?: boolean;
}) {
  return (
    <Form
      key={JSON.stringify(chosen)}
      method="get"
      action={action}
      role="search"
      aria-label={label}
      className="no-print mb-8"
    >
      <div className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        {filters.map((filter) => (
          <FilterField key={filter.name} filter={filter} value={chosen[filter.name]} />
        ))}
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-5">
        <Button type="submit" variant="quiet">
          {t("Show")}
        </Button>{" "}
        {withUndo && <Link to={action}>{t("Show everything")}</Link>}
      </div>
    </Form>
  );
}

function FilterField({ filter, value }: { filter: Filter; value: Value }) {
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

export function FilterChoice({
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

/** Links to the first and the next page of a list that is paged by key; of most lists the newest come first. */
export function Pager({ label, first, next, isByAge = true }: PagerProps) {
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
