import type { HistoryFilters } from "~/domain/journal/history/query";
import type { Member } from "~/domain/member/member";
import { everyIntention } from "~/domain/prayers/travel.server";
import { now } from "~/platform/clock";
import { turns } from "~/platform/turns.server";
import { writeZip, type ZippedFile } from "~/platform/zip/write-zip.server";
import { toDayOne } from "./day-one";
import { intentionMarkdown, intentionName } from "./intention-markdown.server";
import { journalPages } from "./journal-pages.server";
import { markdownName, toMarkdown } from "./markdown-file.server";

/** One Markdown file for each entry, in a folder for each year. */
export function writeMarkdown(member: Member, filters?: HistoryFilters): AsyncGenerator<Uint8Array> {
  return writeZip(markdownFiles(member, filters));
}

async function* markdownFiles(member: Member, filters?: HistoryFilters): AsyncGenerator<ZippedFile> {
  const turn = turns();
  // With a filter, a file holds only what the filter finds.
  if (!filters)
    for await (const intention of everyIntention(member)) {
      const text = intentionMarkdown(intention);
      yield { name: intentionName(intention), at: intention.updatedAt, text };
    }
  for await (const { entries } of journalPages(member, { filters })) {
    for (const entry of entries) {
      await turn();
      yield { name: markdownName(entry), at: entry.updatedAt, text: toMarkdown(entry) };
    }
  }
}

/** "Journal.json" in a zip, as Day One imports it. */
export function writeDayOne(member: Member, filters: HistoryFilters = {}): AsyncGenerator<Uint8Array> {
  return writeZip(dayOneFile(member, filters));
}

async function* dayOneFile(member: Member, filters: HistoryFilters): AsyncGenerator<ZippedFile> {
  yield { name: "Journal.json", at: now(), text: dayOneJournal(member, filters) };
}

async function* dayOneJournal(member: Member, filters: HistoryFilters): AsyncGenerator<string> {
  yield `{"metadata":{"version":"1.0"},"entries":[`;
  const turn = turns();
  let count = 0;
  for await (const { entries } of journalPages(member, { filters })) {
    for (const entry of entries) {
      await turn();
      yield `${count++ === 0 ? "" : ","}\n${JSON.stringify(toDayOne(entry))}`;
    }
  }
  yield "\n]}\n";
}
