import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import type { Member } from "~/domain/accounts/member";
import type { Slot } from "./kinds";
import {
  LOOKED_AT,
  openRemembered,
  rememberedDays,
  type RememberedEntry,
} from "./history-on-this-day.server";
import { NEWEST_FIRST } from "./list-history.server";
import type { RhythmDay } from "./rhythm";
import { readRhythm } from "./rhythm.server";
import { contentOrNull, journalKeys, type JournalKeys } from "./sealed-content.server";
import { keptIn, standingOf, type Kept, type Standing } from "./today.server";

/** What the dashboard shows of the journal (product 2.2). */
export type Dashboard = {
  standing: Standing;
  /** Where the reflection that is due now stands. */
  due: "open" | "started" | "done";
  kept: Kept;
  /** Null where the person does not want to see it. */
  rhythm: RhythmDay[] | null;
  remembered: RememberedEntry[];
  /** What was begun at another time and not finished. */
  drafts: { slot: Slot; forDate: string }[];
};

/** Days, drafts and the rhythm, asked together; none of them grows with the journal. */
export async function dashboardOf(member: Member): Promise<Dashboard> {
  const standing = standingOf(member);
  const because = rememberedDays(member, standing.date);
  const [records, rhythm] = await Promise.all([
    readDaysAndDrafts(member, [standing.forDate, ...because.keys()]),
    member.rhythm.hidden ? null : readRhythm(member),
  ]);
  const keys = journalKeys(member);
  const finals = records.filter(({ status }) => status === "final");
  const ofDay = records.filter(({ forDate }) => forDate === standing.forDate);
  const isDue = ({ slot, forDate }: { slot: Slot; forDate: string }) =>
    slot === standing.slot && forDate === standing.forDate;
  const drafts = records
    .filter(({ status }) => status === "draft")
    .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
  const isDone = finals.some(isDue);
  return {
    standing,
    due: drafts.some(isDue) ? "started" : isDone ? "done" : "open",
    kept: keptInMorning(keys, ofDay),
    rhythm,
    remembered: openRemembered(keys, because, finals),
    drafts: drafts
      .filter((draft) => !isDue(draft))
      .slice(0, 3)
      .map(({ slot, forDate }) => ({ slot, forDate })),
  };
}

/**
 * Finished reflections of some days, newest first, and everything that is unfinished. Two questions, each answered from an
 * index of its own: one with both in it was answered by reading the whole journal.
 */
async function readDaysAndDrafts(member: Member, days: string[]): Promise<JournalEntryRecord[]> {
  const found = await Promise.all([
    JournalEntryModel.find(
      { userId: member.id, status: "final", deletedAt: null, forDate: { $in: days } },
      { words: 0 },
    )
      .sort(NEWEST_FIRST)
      .limit(LOOKED_AT * 2)
      .lean(),
    JournalEntryModel.find({ userId: member.id, draftKey: { $exists: true } }, { words: 0 })
      .limit(LOOKED_AT)
      .lean(),
  ]);
  return found.flat();
}

/** Only the morning is opened: its latest entry, or else its draft. */
function keptInMorning(keys: JournalKeys, ofDay: readonly JournalEntryRecord[]): Kept {
  const morning = ofDay.filter(({ slot }) => slot === "morning");
  const record = morning.find(({ status }) => status === "final") ?? morning[0];
  return keptIn(record ? contentOrNull(keys, record) : null);
}
