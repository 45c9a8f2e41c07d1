import { readFilters, type AdminList, type FilterValues } from "~/domain/administration/admin-list";
import { openBackup } from "~/domain/administration/backups.server";
import { exportLibrary } from "~/domain/administration/library.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { downloadTickets } from "~/domain/operations/download-ticket.server";
import type { ListPage } from "~/domain/operations/paging";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { notFound } from "./guards.server";
import { csvResponse, downloadResponse } from "./responses.server";

/** Reads a page of rows by key, so that every page costs the same. An unreadable cursor means the first page. */
type ListQuery<Filters, Row> = (
  filters: Filters,
  cursor: string | null,
  size?: number,
) => Promise<ListPage<Row>>;

/** Loader data of a list page, for `AdminListPage`. */
export async function loadAdminList<Filters extends FilterValues, Row, Shown>(
  { address, filters: declared, cursor, toShown, csv }: AdminList<Row, Shown>,
  query: ListQuery<Filters, Row>,
  { searchParams }: URL,
) {
  const filters = readFilters(declared, searchParams) as Filters;
  const { rows, next, isFirst } = await query(filters, searchParams.get(cursor));
  return {
    filters,
    rows: rows.map(toShown),
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

/** Files that a form asks for: a backup after the password, new trial keys because they must not be in a URL. */
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
