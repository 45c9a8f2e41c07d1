import { openBackup } from "~/domain/administration/backups.server";
import { exportLibrary } from "~/domain/administration/library.server";
import type { Member } from "~/domain/member/member";
import type { AdminAuditKind } from "~/domain/operations/audit";
import { audit } from "~/domain/operations/audit-log.server";
import { downloadTickets } from "~/domain/operations/download-ticket.server";
import type { CsvColumns, ListPage } from "~/domain/operations/paging";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import type { Query } from "~/paths";
import { notFound } from "./guards.server";
import { csvResponse, downloadResponse } from "./responses.server";

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
function readFilters(filters: readonly ListFilter[], query: URLSearchParams): FilterValues {
  return Object.fromEntries(
    filters.map((filter) => [filter.name, readFilter(filter, query.get(filter.name))]),
  );
}

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
  toRowView: (row: Row) => Shown;
  csv?: {
    address: (query?: Query) => string;
    label: string;
    fileName: string;
    auditKind: AdminAuditKind;
    columns: CsvColumns<Row>;
  };
};

/** Reads a page of rows by key, so that every page costs the same. An unreadable cursor means the first page. */
type ListQuery<Filters, Row> = (
  filters: Filters,
  cursor: string | null,
  size?: number,
) => Promise<ListPage<Row>>;

/** Loader data of a list page, for `AdminListPage`. */
export async function loadAdminList<Filters extends FilterValues, Row, Shown>(
  { address, filters: declared, cursor, toRowView, csv }: AdminList<Row, Shown>,
  query: ListQuery<Filters, Row>,
  { searchParams }: URL,
) {
  const filters = readFilters(declared, searchParams) as Filters;
  const { rows, next, isFirst } = await query(filters, searchParams.get(cursor));
  return {
    filters,
    rows: rows.map(toRowView),
    first: isFirst ? null : address(filters),
    next: next === null ? null : address({ ...filters, [cursor]: next }),
    file: csv ? csv.address(filters) : null,
  };
}

/** The CSV file of a list, with its filters and all pages. Each download is audited. */
export async function adminListCsv<Filters extends FilterValues, Row>(
  { csv, filters: declared }: AdminList<Row, unknown>,
  query: ListQuery<Filters, Row>,
  { url, member }: { url: URL; member: Member },
): Promise<Response> {
  if (!csv) throw new Error("This list has no CSV file.");
  const filters = readFilters(declared, url.searchParams) as Filters;
  await audit({ kind: csv.auditKind, actorId: member.id });
  return csvResponse(csv.fileName, csv.columns, batchesOf(query, filters));
}

const CSV_BATCH_SIZE = 500;

async function* batchesOf<Filters, Row>(query: ListQuery<Filters, Row>, filters: Filters) {
  let cursor: string | null = null;
  do {
    const { rows, next }: ListPage<Row> = await query(filters, cursor, CSV_BATCH_SIZE);
    if (rows.length > 0) yield rows;
    cursor = next;
  } while (cursor !== null);
}

/** Files served after a form post: a backup, which requires the password, and new trial keys, which must not be in a URL. */
type AdminFile = { what: "new-keys"; keys: string[] } | { what: "backup"; name: string };

export const adminDownloads = downloadTickets<AdminFile>("administration");

/** @returns the URL that serves the file once */
export async function issueDownloadUrl(member: Member, file: AdminFile): Promise<string> {
  return paths.adminDownloadFile({ ticket: await adminDownloads.issue(member, file) });
}

export async function adminDownload(file: AdminFile): Promise<Response> {
  if (file.what === "new-keys") return csvResponse("new-trial-keys", [[t("key"), (key) => key]], [file.keys]);
  const backup = await openBackup(file.name);
  if (!backup) throw notFound();
  return downloadResponse({
    fileName: file.name,
    type: "application/octet-stream",
    body: backup.stream,
    bytes: backup.bytes,
  });
}

/** The operator's changes to the library, as JSON. */
export async function libraryDownload(): Promise<Response> {
  return downloadResponse({
    fileName: "still-and-know-library.json",
    type: "application/json",
    body: new TextEncoder().encode(`${JSON.stringify(await exportLibrary(), null, 2)}\n`),
  });
}
