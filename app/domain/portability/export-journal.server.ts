import { localMoment } from "~/domain/calendar/local-day";
import type { HistoryFilters } from "~/domain/journal/history/query";
import { openPicture } from "~/domain/journal/pictures/pictures.server";
import { exportIntentions } from "~/domain/journal/prayers/add-intentions.server";
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

/** One entry as a row: when it was written and what it is, never its words, nor how many they are. */
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

/** The whole journal as one page to read, month by month. */
export async function* writeHtml(member: Member, filters?: HistoryFilters): AsyncGenerator<string> {
  const { date } = localMoment(now(), member.timezone);
  yield htmlHead(date, [member.firstName, member.lastName].filter(Boolean).join(" "));
  const lost: Unreadable[] = [];
  let count = 0;
  let month = "";
  for await (const { entries, unreadable } of journalPages(member, { filters })) {
    lost.push(...unreadable);
    for (const entry of entries) {
      const isNew = entry.forDate.slice(0, 7) !== month;
      month = entry.forDate.slice(0, 7);
      count++;
      if (isNew) yield htmlMonth(entry.forDate);
      yield* htmlEntry(entry);
      yield picturesAsHtml(member, entry.content.pictures);
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
  yield htmlEnd(count, lost);
}

/** A table of days, without a word of what was written. */
export async function* writeCsv(member: Member, filters: HistoryFilters = {}): AsyncGenerator<string> {
  yield CSV_HEAD;
  for await (const { entries } of journalPages(member, { filters }))
    for (const entry of entries) yield csvRow(entry);
}

/** One Markdown file for each entry, in a folder for each year. */
export function writeMarkdown(member: Member, filters?: HistoryFilters): AsyncGenerator<Uint8Array> {
  return writeZip(markdownFiles(member, filters));
}

async function* markdownFiles(member: Member, filters?: HistoryFilters): AsyncGenerator<ZippedFile> {
  const pause = createYielder();
  // With a filter, a file holds only what the filter finds.
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

/** Our own file and the pictures beside it. */
export function writeJsonZip(member: Member, filters?: HistoryFilters): AsyncGenerator<Uint8Array> {
  return writeZip(jsonFiles(member, filters));
}

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

/** "Journal.json" in a zip, as Day One imports it. */
export function writeDayOne(member: Member, filters: HistoryFilters = {}): AsyncGenerator<Uint8Array> {
  return writeZip(dayOneFile(member, filters));
}

async function* dayOneFile(member: Member, filters: HistoryFilters): AsyncGenerator<ZippedFile> {
  const files = new Map<string, string>();
  yield { name: "Journal.json", at: now(), text: dayOneJournal(member, filters, files) };
  for (const [id, name] of files) {
    const text = await openPicture(member, id, "large");
    if (text) yield { name, at: now(), text };
  }
}

async function* dayOneJournal(
  member: Member,
  filters: HistoryFilters,
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

/** A file that is made while it is downloaded. */
export type ExportDownload = { fileName: string; type: string; body: AsyncIterable<Uint8Array> };

/**
 * A person's journal as a file, or the part that a history filter finds: the same for every
 * plan, and for an account being deleted. Recorded in the person's security events. The file is read from
 * the database page by page while it is downloaded; a failure on the way is thrown from `body`.
 */
export async function exportJournal(
  member: Member,
  format: ExportFormat,
  filters?: HistoryFilters,
): Promise<ExportDownload> {
  const { id } = member;
  await audit({ kind: "journal.exported", actorId: id, subjectId: id, details: { format } });
  const { date } = localMoment(now(), member.timezone);
  // Pictures cannot be in a file of text: then it is a zip with that file and them.
  if (format === "json" && (await hasPictures(member))) {
    const fileName = exportFileName(format, date).replace(/json$/, "zip");
    return { fileName, type: FORMAT_DETAILS.dayone.type, body: counted(id, writeJsonZip(member, filters)) };
  }
  const body = counted(id, bodyOf(member, format, filters));
  return { fileName: exportFileName(format, date), type: FORMAT_DETAILS[format].type, body };
}

/** Each reads and decrypts the whole journal, so a person gets only a few at a time. */
const limit = new ConcurrencyLimit<number>({ concurrent: 2, waiting: 10 });

/** Whether this server is already sending a person as many downloads as it may. */
export function isExportLimitReached(member: Member): boolean {
  return limit.isBusy(member.id);
}

async function* counted(memberId: number, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
      return inChunks(writeJson(member, filters));
    case "markdown":
      return writeMarkdown(member, filters);
    case "html":
      return inChunks(writeHtml(member, filters));
    case "dayone":
      return writeDayOne(member, filters);
    case "csv":
      return inChunks(writeCsv(member, filters));
  }
}

const CHUNK = 64 * 1024;

/** Joins many small pieces into a few larger ones. */
async function* inChunks(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const pause = createYielder();
  let text = "";
  for await (const part of parts) {
    await pause();
    text += part;
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text) yield Buffer.from(text);
}

/** What a person wants exported. What was searched for stays out of the address. */
export type ExportRequest = { format: ExportFormat; filters?: HistoryFilters };

export const exportDownloads = downloadTickets<ExportRequest>("export");
