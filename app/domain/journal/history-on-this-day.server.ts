import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import type { Member } from "~/domain/accounts/member";
import type { Entry } from "./entry";
import { chooseRemembered, rememberedOn, type Remembered } from "./history-on-this-day";
import { NEWEST_FIRST } from "./list-history.server";
import { entryFrom, journalKeys, type JournalKeys } from "./sealed-content.server";

export type RememberedEntry = Entry & Pick<Remembered, "because">;

/** Entries that are looked at; only those that are shown are opened. */
export const LOOKED_AT = 60;

type Because = Remembered["because"];

/** The days that are remembered on a day, each with its reason. */
export function rememberedDays(member: Member, date: string): ReadonlyMap<string, Because> {
  const remembered = rememberedOn(date, member.prayer.showSeason);
  return new Map(remembered.map((day) => [day.date, day.because]));
}

/** Three at most of what was found for those days; only these are opened. */
export function openRemembered(
  keys: JournalKeys,
  because: ReadonlyMap<string, Because>,
  records: readonly JournalEntryRecord[],
): RememberedEntry[] {
  const found = records.flatMap((record) => {
    const reason = because.get(record.forDate);
    return reason ? [{ record, forDate: record.forDate, because: reason }] : [];
  });
  return chooseRemembered(found).map(({ record, because: reason }) => ({
    ...entryFrom(keys, record),
    because: reason,
  }));
}

/** What was written on this day in other years, by the date and by the Church's year: three entries at most, one query. */
export async function onThisDay(member: Member, date: string): Promise<RememberedEntry[]> {
  const because = rememberedDays(member, date);
  const records = await JournalEntryModel.find(
    { userId: member.id, status: "final", deletedAt: null, forDate: { $in: [...because.keys()] } },
    { words: 0 },
  )
    .sort(NEWEST_FIRST)
    .limit(LOOKED_AT)
    .lean();
  return openRemembered(journalKeys(member), because, records);
}
