import { JournalEntryModel } from "#models/journal-entry.server";
import type { Entry } from "~/domain/journal/entries/entry";
import { chooseRemembered, rememberedOn, type Remembered } from "./on-this-day";
import { NEWEST_FIRST } from "./list-history.server";
import { entryFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { followedBy } from "~/domain/church-year/traditions";
import type { Member } from "~/domain/member/member";

export type RememberedEntry = Entry & Pick<Remembered, "because">;

/** Entries that are looked at; only those that are shown are opened. */
const LOOKED_AT = 24;

/** What was written on this day in other years, by the date and by the Church's year: three entries at most, one query. */
export async function onThisDay(member: Member, date: string): Promise<RememberedEntry[]> {
  const remembered = rememberedOn(date, member.prayer.showSeason ? followedBy(member.prayer) : null);
  const because = new Map(remembered.map((day) => [day.date, day.because]));
  const records = await JournalEntryModel.find(
    { userId: member.id, status: "final", deletedAt: null, forDate: { $in: [...because.keys()] } },
    { words: 0 },
  )
    .sort(NEWEST_FIRST)
    .limit(LOOKED_AT)
    .lean();
  const found = records.flatMap((record) => {
    const reason = because.get(record.forDate);
    return reason ? [{ record, forDate: record.forDate, because: reason }] : [];
  });
  const keys = journalKeys(member);
  return chooseRemembered(found).map(({ record, because: reason }) => ({
    ...entryFrom(keys, record),
    because: reason,
  }));
}
