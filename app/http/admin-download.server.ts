import { openBackup } from "~/domain/administration/database/backups.server";
import { exportLibrary } from "~/domain/administration/library/library.server";
import type { Member } from "~/domain/member/member";
import { downloadTickets } from "~/domain/operations/download-ticket.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { csvResponse } from "./csv-response.server";
import { download } from "./download.server";
import { notFound } from "./loaders.server";

/** Files that a form asks for: a backup after the password, new trial keys because they must not be in a URL. */
type AdminFile = { what: "new-keys"; keys: string[] } | { what: "backup"; name: string };

export const adminDownloads = downloadTickets<AdminFile>("administration");

/** @returns the URL that serves the file once */
export async function issueDownloadUrl(member: Member, file: AdminFile): Promise<string> {
  return paths.adminFiguresFile({ ticket: await adminDownloads.issue(member, file) });
}

export async function adminDownload(file: AdminFile): Promise<Response> {
  if (file.what === "new-keys") return csvResponse("new-trial-keys", [[t("key"), (key) => key]], [file.keys]);
  const backup = await openBackup(file.name);
  if (!backup) throw notFound();
  return download({
    fileName: file.name,
    type: "application/octet-stream",
    body: backup.stream,
    bytes: backup.bytes,
  });
}

/** The operator's changes to the library, as JSON. */
export async function libraryDownload(): Promise<Response> {
  const text = `${JSON.stringify(await exportLibrary(), null, 2)}\n`;
  return download({
    fileName: "still-and-know-library.json",
    type: "application/json",
    body: oneChunk(text),
  });
}

async function* oneChunk(text: string) {
  yield await Promise.resolve(new TextEncoder().encode(text));
}
