import type { HistoryFilters } from "~/domain/journal/history/query";
import { openPicture } from "~/domain/journal/pictures/pictures.server";
import type { Member } from "~/domain/member/member";
import { everyIntention } from "~/domain/prayers/travel.server";
import { now } from "~/platform/clock";
import { pauses } from "~/platform/yielding.server";
import { writeZip, type ZippedFile } from "~/platform/zip/write-zip.server";
import { toDayOne } from "./day-one";
import { draftsOf } from "./export-extras.server";
import { intentionMarkdown, intentionName } from "./intention-markdown.server";
import { journalPages } from "./journal-pages.server";
import { markdownName, toMarkdown } from "./markdown-file.server";
import { dayOnePhotos, pictureFiles } from "./picture-files.server";
import { everyPage, writeJson } from "./write-json.server";

/** One Markdown file for each entry, in a folder for each year. */
export function writeMarkdown(member: Member, filters?: HistoryFilters): AsyncGenerator<Uint8Array> {
  return writeZip(markdownFiles(member, filters));
}

async function* markdownFiles(member: Member, filters?: HistoryFilters): AsyncGenerator<ZippedFile> {
  const pause = pauses();
  // With a filter, a file holds only what the filter finds.
  if (!filters)
    for await (const intention of everyIntention(member)) {
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
  const pause = pauses();
  let count = 0;
  for await (const { entries } of journalPages(member, { filters })) {
    for (const entry of entries) {
      await pause();
      yield `${count++ === 0 ? "" : ","}\n${JSON.stringify(toDayOne(entry, await dayOnePhotos(member, entry, files)))}`;
    }
  }
  yield "\n]}\n";
}
