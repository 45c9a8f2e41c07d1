import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import {
  contentOrNull,
  journalKeys,
  type JournalKeys,
  type ListedRecord,
} from "~/domain/journal/entries/sealed-content.server";
import { dayAndOtherYears, type RememberedEntry } from "~/domain/journal/history/on-this-day.server";
import { keptIn, type KeptInMorning } from "~/domain/journal/reflection/kept-in";
import type { RhythmDay } from "~/domain/journal/rhythm/rhythm";
import { readRhythm } from "~/domain/journal/rhythm/rhythm.server";
import type { Member } from "~/domain/member/member";
import type { Slot } from "~/domain/member/prayer-times";
import { currentSlotOf, type CurrentSlot } from "~/domain/member/today.server";
import { planEndsSoon } from "~/domain/plans/changes/ends-soon";
import { now } from "~/platform/clock";

/** What the journal has to say today. */
export type JournalToday = {
  current: CurrentSlot;
  /** The state of the reflection that is due now. */
  due: "open" | "started" | "done";
  kept: KeptInMorning;
  /** Null where the person does not want to see it. */
  rhythm: RhythmDay[] | null;
  remembered: RememberedEntry[];
  /** What was begun at another time and not finished. */
  drafts: { slot: Slot; forDate: string; prayer?: string }[];
  /** A plan that ends within a week. */
  planEnds: { plan: string; day: string } | null;
};

/** Today, other years' days, drafts and the rhythm, asked together; none of them grows with the journal. */
export async function journalToday(member: Member): Promise<JournalToday> {
  const current = currentSlotOf(member);
  const [{ ofDay: finals, remembered }, drafts, rhythm] = await Promise.all([
    dayAndOtherYears(member, current),
    draftsBegun(member),
    member.rhythm.hidden ? null : readRhythm(member),
  ]);
  const isDue = ({ slot, forDate }: { slot: Slot; forDate: string }) =>
    slot === current.slot && forDate === current.forDate;
  const isDone = finals.some(isDue);
  return {
    current,
    due: drafts.some(isDue) ? "started" : isDone ? "done" : "open",
    kept: keptInMorning(journalKeys(member), [
      ...finals,
      ...drafts.filter(({ forDate }) => forDate === current.forDate),
    ]),
    rhythm,
    remembered,
    planEnds: planEndsSoon(member.plan, now(), member.timezone),
    drafts: drafts
      .filter((draft) => !isDue(draft))
      .slice(0, 3)
      .map(({ slot, forDate, draftKey }) => ({
        slot,
        forDate,
        ...(slot === "none" && { prayer: draftKey?.split("|")[1] }),
      })),
  };
}

/** More drafts than are looked at. */
const MOST_DRAFTS = 60;

/** Everything unfinished, by its own index, last touched first. */
async function draftsBegun(member: Member): Promise<JournalEntryRecord[]> {
  const unfinished = { userId: member.id, draftKey: { $exists: true } };
  const drafts = await JournalEntryModel.find(unfinished, { words: 0 }).limit(MOST_DRAFTS).lean();
  return drafts.sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
}

/** Only the morning is opened: its latest entry, or else its draft. */
function keptInMorning(keys: JournalKeys, ofDay: readonly ListedRecord[]): KeptInMorning {
  const morning = ofDay.filter(({ slot }) => slot === "morning");
  const record = morning.find(({ status }) => status === "final") ?? morning[0];
  return keptIn(record ? contentOrNull(keys, record) : null);
}
