import { localMoment } from "~/domain/calendar/local-day";
import type { HistoryFilters } from "~/domain/journal/history/query";
import { openPicture } from "~/domain/journal/pictures/pictures.server";
import { exportIntentions } from "~/domain/journal/prayers/add-intentions.server";
import type { Member } from "~/domain/member/member";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { createYielder } from "~/platform/cooperative-yield.server";
import { csvLines } from "~/platform/csv.server";
import { writeZip, type ZippedFile } from "~/platform/zip/write-zip.server";
import { toDayOne } from "./day-one";
import type { PortableEntry } from "./foreign-entry";
import { htmlEnd, htmlEntry, htmlHead, htmlIntention, htmlMonth } from "./html-page.server";
import { journalPages, type Unreadable } from "./journal-pages.server";
import { intentionMarkdown, intentionName, markdownName, toMarkdown } from "./markdown-file.server";
import { dayOnePhotos, pictureFiles, picturesAsHtml } from "./picture-files.server";
import { draftsOf, everyPage, writeJson } from "./write-json.server";

const CSV_HEAD = csvLines([
  [t("date"), t("slot"), t("kind"), t("favourite"), t("passage"), t("written_at"), t("timezone")],
]);

/** One entry as a row: when it was written and what it is, never its words, nor how many they are. */
function csvRow(entry: PortableEntry): string {
  return csvLines([
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
  for await (const { entries } of everyPage(member, filters)) yield* pictureFiles(member, entries, written);
  if (filters) return;
  const drafts = (await draftsOf(member)).map((draft) => ({
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
