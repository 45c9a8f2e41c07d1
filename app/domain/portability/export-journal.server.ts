import { localMoment } from "~/domain/calendar/local-day";
import type { HistoryFilters } from "~/domain/journal/history/query";
import { openPicture } from "~/domain/journal/pictures/pictures.server";
import { exportIntentions } from "~/domain/journal/prayers/change-intentions.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { downloadTickets } from "~/domain/operations/download-ticket.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { ConcurrencyLimit, createYielder } from "~/platform/concurrency.server";
import { formatCsv } from "~/platform/csv.server";
import { writeZip, type ZippedFile } from "~/platform/zip/write-zip.server";
import { exportFileName, FORMAT_DETAILS, type ExportFormat } from "./data-texts";
import { toDayOne } from "./day-one";
import type { PortableEntry } from "./foreign-entry";
import { htmlEnd, htmlEntry, htmlHead, htmlIntention, htmlMonth } from "./html-page.server";
import {
  dayOnePhotos,
  hasPictures,
  journalPages,
  pictureFiles,
  picturesAsHtml,
  type Unreadable,
} from "./journal-pages.server";
import { intentionMarkdown, intentionName, markdownName, toMarkdown } from "./markdown-file.server";
import { exportDrafts, exportPages, writeJson } from "./write-json.server";

const CSV_HEAD = formatCsv([
  [t("date"), t("slot"), t("kind"), t("favourite"), t("passage"), t("written_at"), t("timezone")],
]);

/** Formats metadata only: the table reveals neither text nor its length. */
function csvRow(entry: PortableEntry): string {
  return formatCsv([
    [
      entry.forDate,
      entry.slot,
      entry.kind,
      entry.favourite ? t("yes") : t("no"),
      entry.passageRef,
      entry.createdAt.toISOString(),
      entry.timezone,
    ],
  ]);
}

/** Writes the journal as one HTML page with a heading per month. */
async function* writeHtml(member: Member, filters?: HistoryFilters): AsyncGenerator<string> {
  const { date } = localMoment(now(), member.timezone);
  yield htmlHead(date, [member.firstName, member.lastName].filter(Boolean).join(" "));
  const allUnreadable: Unreadable[] = [];
  let count = 0;
  let month = "";
  for await (const { entries, unreadable } of journalPages(member, { filters })) {
    allUnreadable.push(...unreadable);
    for (const entry of entries) {
      const isNew = entry.forDate.slice(0, 7) !== month;
      month = entry.forDate.slice(0, 7);
      count++;
      if (isNew) yield htmlMonth(entry.forDate);
      yield* htmlEntry(entry, await picturesAsHtml(member, entry.content.pictures));
    }
  }
  if (!filters) {
    let isFirst = true;
    for await (const intention of exportIntentions(member)) {
      yield htmlIntention(intention, date, isFirst);
      isFirst = false;
      count++;
    }
  }
  yield htmlEnd(count, allUnreadable);
}

async function* writeCsv(member: Member, filters?: HistoryFilters): AsyncGenerator<string> {
  yield CSV_HEAD;
  for await (const { entries } of journalPages(member, { filters }))
    for (const entry of entries) yield csvRow(entry);
}

/** One Markdown file per entry, in a folder per year. */
async function* markdownFiles(member: Member, filters?: HistoryFilters): AsyncGenerator<ZippedFile> {
  const pause = createYielder();
  // A filtered export contains entries only.
  if (!filters)
    for await (const intention of exportIntentions(member)) {
      const text = intentionMarkdown(intention);
      yield { name: intentionName(intention), at: intention.updatedAt, text };
    }
  const written = new Set<string>();
  for await (const { entries } of journalPages(member, { filters })) {
    for (const entry of entries) {
      await pause();
      yield { name: markdownName(entry), at: entry.updatedAt, text: toMarkdown(entry) };
    }
    yield* pictureFiles(member, entries, written);
  }
}

/** Our JSON file and the pictures. */
async function* jsonFiles(member: Member, filters?: HistoryFilters): AsyncGenerator<ZippedFile> {
  yield { name: "journal.json", at: now(), text: writeJson(member, filters) };
  const written = new Set<string>();
  for await (const { entries } of exportPages(member, filters)) yield* pictureFiles(member, entries, written);
  if (filters) return;
  const drafts = (await exportDrafts(member)).map((draft) => ({
    content: draft,
    versions: [],
    updatedAt: draft.updatedAt,
  }));
  yield* pictureFiles(member, drafts, written);
}

/** "Journal.json", the import format of Day One, and the photos. */
async function* dayOneFiles(member: Member, filters?: HistoryFilters): AsyncGenerator<ZippedFile> {
  const files = new Map<string, string>();
  yield { name: "Journal.json", at: now(), text: dayOneJournal(member, filters, files) };
  for (const [id, name] of files) {
    const text = await openPicture(member, id, "large");
    if (text) yield { name, at: now(), text };
  }
}

async function* dayOneJournal(
  member: Member,
  filters: HistoryFilters | undefined,
  files: Map<string, string>,
): AsyncGenerator<string> {
  yield `{"metadata":{"version":"1.0"},"entries":[`;
  const pause = createYielder();
  let count = 0;
  for await (const { entries } of journalPages(member, { filters })) {
    for (const entry of entries) {
      await pause();
      yield `${count++ === 0 ? "" : ","}\n${JSON.stringify(toDayOne(entry, await dayOnePhotos(member, entry, files)))}`;
    }
  }
  yield "\n]}\n";
}

/** A file that is generated while it is downloaded. */
export type ExportDownload = { fileName: string; type: string; body: AsyncIterable<Uint8Array> };

/**
 * Exports the journal, or the entries that a history filter finds. Available on every plan and during a pending deletion;
 * recorded in the audit log. Entries are read page by page during the download, so a later failure is thrown from `body`.
 */
export async function exportJournal(
  member: Member,
  format: ExportFormat,
  filters?: HistoryFilters,
): Promise<ExportDownload> {
  const { id } = member;
  await audit({ kind: "journal.exported", actorId: id, subjectId: id, details: { format } });
  return writeJournal(member, format, filters);
}

/** `exportJournal` without its audit line, for a download that is not the owner's. */
export async function writeJournal(
  member: Member,
  format: ExportFormat,
  filters?: HistoryFilters,
): Promise<ExportDownload> {
  const { id } = member;
  const { date } = localMoment(now(), member.timezone);
  // With pictures, the JSON file is put into a zip.
  if (format === "json" && (await hasPictures(member))) {
    const fileName = exportFileName(format, date).replace(/json$/, "zip");
    return {
      fileName,
      type: FORMAT_DETAILS.dayone.type,
      body: limited(id, writeZip(jsonFiles(member, filters))),
    };
  }
  const body = limited(id, bodyOf(member, format, filters));
  return { fileName: exportFileName(format, date), type: FORMAT_DETAILS[format].type, body };
}

/** Limit per member: an export reads and decrypts the whole journal. */
const limit = new ConcurrencyLimit<number>({ concurrent: 2, waiting: 10 });

export function isExportLimitReached(member: Member): boolean {
  return limit.isBusy(member.id);
}

async function* limited(memberId: number, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const release = await limit.acquire(memberId);
  try {
    yield* body;
  } finally {
    await release();
  }
}

function bodyOf(member: Member, format: ExportFormat, filters?: HistoryFilters): AsyncIterable<Uint8Array> {
  switch (format) {
    case "json":
      return combineIntoChunks(writeJson(member, filters));
    case "markdown":
      return writeZip(markdownFiles(member, filters));
    case "html":
      return combineIntoChunks(writeHtml(member, filters));
    case "dayone":
      return writeZip(dayOneFiles(member, filters));
    case "csv":
      return combineIntoChunks(writeCsv(member, filters));
  }
}

const CHUNK_LENGTH = 64 * 1024;

/** Joins short strings into chunks of about CHUNK_LENGTH. */
async function* combineIntoChunks(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const pause = createYielder();
  let text = "";
  for await (const part of parts) {
    await pause();
    text += part;
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text) yield Buffer.from(text);
}

/** A requested export. The filter is stored in the ticket, so that search terms stay out of the URL. */
type ExportRequest = { format: ExportFormat; filters?: HistoryFilters };

export const exportDownloads = downloadTickets<ExportRequest>("export");
