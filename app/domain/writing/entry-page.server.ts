import { keptDayLine } from "~/domain/journal/entries/day-line";
import {
  moveToTrash,
  readEntry,
  restore,
  setExcluded,
  setFavourite,
} from "~/domain/journal/entries/entries.server";
import { entryName } from "~/domain/journal/entries/entry";
import type { EntryIntent } from "~/domain/journal/entries/schema";
import { shownPage } from "~/domain/journal/entries/shown-content.server";
import { goesInWords } from "~/domain/journal/history/trash";
import type { Member } from "~/domain/member/member";
import { currentSlotOf } from "~/domain/member/today.server";
import { readIntention } from "~/domain/prayers/list-intentions.server";
import { careForEntry } from "~/domain/safety/notice-crisis.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { topicsOfEntry } from "./talk-about-entry.server";

/**
 * An entry as its own page shows it; null for an unknown id and for another person's alike. `page`: which page of a long one is
 * asked for, as the address says it.
 */
export async function openEntry(member: Member, entryId: string, page: string | null) {
  const entry = await readEntry(member, entryId);
  if (!entry) return null;
  const { id, kind, slot, forDate, favourite, excludeFromInsights, content, passageRef } = entry;
  const [about, marked, care] = await Promise.all([
    content?.prayer ? readIntention(member, content.prayer) : null,
    topicsOfEntry(member, id),
    careForEntry(member, entry),
  ]);
  return {
    marked,
    id,
    way: content?.way ? { id: content.way.id, name: content.way.name, title: content.way.title } : null,
    about: about && { id: about.id, name: about.name },
    name: content?.title || entryName(kind, slot),
    dateLine: keptDayLine(forDate, entry.dayName),
    passage: findPassage(passageRef, member.prayer.translation) ?? null,
    favourite,
    excludeFromInsights,
    // The line that says how long it stays in the trash.
    goes: entry.deletedAt ? goesInWords(entry.deletedAt, currentSlotOf(member).now, member.timezone) : null,
    changed: entry.version > 1,
    ...(content ? shownPage(content, 2, page) : { page: 1, pages: 1, content: null }),
    care,
  };
}

const ACTS: Record<EntryIntent, (member: Member, id: string) => Promise<boolean>> = {
  favourite: (member, id) => setFavourite(member, id, true),
  unfavourite: (member, id) => setFavourite(member, id, false),
  exclude: (member, id) => setExcluded(member, id, true),
  include: (member, id) => setExcluded(member, id, false),
  delete: moveToTrash,
  restore,
};

/** Does what a button of the page says. @returns false where there is no such entry of this person's */
export function actOnEntry(member: Member, id: string, intent: EntryIntent): Promise<boolean> {
  return ACTS[intent](member, id);
}
