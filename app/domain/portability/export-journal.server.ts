import { localMoment } from "~/domain/calendar/local-day";
import type { HistoryFilters } from "~/domain/journal/history/query";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { downloadTickets } from "~/domain/operations/download-ticket.server";
import { now } from "~/platform/clock";
import { ConcurrencyLimit } from "~/platform/concurrency-limit.server";
import { createYielder } from "~/platform/cooperative-yield.server";
import { exportFileName, FORMATS, type ExportFormat } from "./data-texts";
import { hasPictures } from "./picture-files.server";
import { writeCsv, writeDayOne, writeHtml, writeJsonZip, writeMarkdown } from "./write-archives.server";
import { writeJson } from "./write-json.server";

/** A file that is made while it is downloaded. */
export type Download = { fileName: string; type: string; body: AsyncIterable<Uint8Array> };

/**
 * A person's journal as a file, or the part that a history filter finds: the same for every
 * plan, and for an account being deleted. Recorded in the person's security events. The file is read from
 * the database page by page while it is downloaded; a failure on the way is thrown from `body`.
 */
export async function exportJournal(
  member: Member,
  format: ExportFormat,
  filters?: HistoryFilters,
): Promise<Download> {
  const { id } = member;
  await audit({ kind: "journal.exported", actorId: id, subjectId: id, details: { format } });
  const { date } = localMoment(now(), member.timezone);
  // Pictures cannot be in a file of text: then it is a zip with that file and them.
  if (format === "json" && (await hasPictures(member))) {
    const fileName = exportFileName(format, date).replace(/json$/, "zip");
    return { fileName, type: FORMATS.dayone.type, body: counted(id, writeJsonZip(member, filters)) };
  }
  const body = counted(id, bodyOf(member, format, filters));
  return { fileName: exportFileName(format, date), type: FORMATS[format].type, body };
}

/** Each reads and decrypts the whole journal, so a person gets only a few at a time. */
const limit = new ConcurrencyLimit<number>({ concurrent: 2, waiting: 10 });

/** Whether this server is already sending a person as many downloads as it may. */
export function isBusyExporting(member: Member): boolean {
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
export type ExportWanted = { format: ExportFormat; filters?: HistoryFilters };

export const exportDownloads = downloadTickets<ExportWanted>("export");
