import { localMoment } from "~/domain/calendar/local-day";
import type { HistoryFilters } from "~/domain/journal/history/query";
import type { Member } from "~/domain/member/member";
import { everyIntention } from "~/domain/prayers/travel.server";
import { now } from "~/platform/clock";
import { CSV_HEAD, csvRow } from "./csv.server";
import { htmlEnd, htmlEntry, htmlHead, htmlIntention, htmlMonth } from "./html-page.server";
import { journalPages, type Unreadable } from "./journal-pages.server";
import { picturesAsHtml } from "./picture-files.server";

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
    for await (const intention of everyIntention(member)) {
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
