import { JournalEntryModel } from "#models/journal-entry.server";
import { draftKeyOf } from "~/domain/journal/entries/draft-key";
import { draftsFrom, type Draft } from "~/domain/journal/entries/drafts.server";
import type { Entry } from "~/domain/journal/entries/entry";
import { contentOrNull, draftIdOf, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { keptIn, type KeptInMorning } from "./kept-in";

/** As many finished reflections of one day are looked at. */
const MOST_FINISHED = 30;

/** What the page of a reflection needs besides its questions. */
export type SlotWriting = KeptInMorning & { draft?: Draft; written: Pick<Entry, "id" | "createdAt">[] };

/** The draft of a slot and day, what the morning wanted to keep, and what has been finished already, newest first. */
export async function readSlot(member: Member, slot: DaySlot, forDate: string): Promise<SlotWriting> {
  const keys = journalKeys(member);
  const slots = [...new Set<DaySlot>([slot, "morning"])];
  const drafts = slots.map((each) => draftIdOf(keys, draftKeyOf(each, forDate)));
  // One query for both halves; each names the member, by whom the index finds it.
  const records = await JournalEntryModel.find(
    {
      $or: [
        { userId: member.id, _id: { $in: drafts }, status: "draft" },
        { userId: member.id, status: "final", deletedAt: null, forDate, slot: { $in: slots } },
      ],
    },
    { words: 0, marks: 0 },
  )
    .sort({ status: 1, createdAt: -1, _id: -1 })
    .limit(drafts.length + MOST_FINISHED)
    .lean();
  const [unfinished, finished] = [true, false].map((isDraft) =>
    records.filter(({ status }) => (status === "draft") === isDraft),
  ) as [typeof records, typeof records];
  const opened = draftsFrom(keys, unfinished);
  return {
    draft: opened.find((draft) => draft.slot === slot),
    ...(slot === "evening" ? keptIn(ofMorning()) : { presence: "", word: "", intention: "" }),
    written: finished
      .filter((record) => record.slot === slot)
      .map(({ _id, createdAt }) => ({ id: _id, createdAt })),
  };

  function ofMorning() {
    const last = finished.find((record) => record.slot === "morning");
    return (last && contentOrNull(keys, last)) ?? opened.find((draft) => draft.slot === "morning")?.content;
  }
}
