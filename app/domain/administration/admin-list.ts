import type { AdminAuditKind } from "~/domain/operations/audit";
import type { Query } from "~/paths";

/** A filter of a list, read from the URL: one of `choices`, a text line, or, with neither, a checkbox. */
export type ListFilter = {
  name: string;
  label: string;
  className?: string;
  choices?: readonly (readonly [value: string, label: string])[];
  /** Label of the empty choice; null leaves it out. */
  all?: string | null;
  line?: { type: "search" | "number" | "date"; min?: number; maxLength?: number; inputMode?: "numeric" };
  hint?: string;
};

type FilterValue = string | number | true | undefined;
export type FilterValues = Readonly<Record<string, FilterValue>>;

function readFilter({ choices, line }: ListFilter, text: string | null): FilterValue {
  if (text === null) return undefined;
  if (choices) return choices.find(([value]) => value === text)?.[0];
  if (!line) return text === "1" ? true : undefined;
  if (line.type === "number") return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  return text.trim().slice(0, line.maxLength).toWellFormed() || undefined;
}

/** Values that no filter offers are dropped, not refused. */
export function readFilters(filters: readonly ListFilter[], query: URLSearchParams): FilterValues {
  return Object.fromEntries(
    filters.map((filter) => [filter.name, readFilter(filter, query.get(filter.name))]),
  );
}

type CsvCell = string | number | boolean | null;
/** `Row` is a row of the query, before `toShown`. */
export type CsvColumns<Row> = readonly (readonly [heading: string, value: (row: Row) => CsvCell])[];

/**
 * Declaration of a list page, as far as the server reads it; the component adds table columns and texts. The query is
 * passed to the loader, because browsers load the declaration too.
 */
export type AdminList<Row, Shown> = {
  address: (query?: Query) => string;
  filters: readonly ListFilter[];
  /** Query parameter of the cursor. */
  cursor: "page" | "before";
  /** The row as JSON for the page. */
  toShown: (row: Row) => Shown;
  csv?: {
    address: (query?: Query) => string;
    label: string;
    fileName: string;
    auditKind: AdminAuditKind;
    columns: CsvColumns<Row>;
  };
};
