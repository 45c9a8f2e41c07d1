import { JournalEntryModel } from "#models/journal-entry.server";
import { draftKeyOf } from "~/domain/journal/entries/draft-key";
import { findDrafts, type Draft } from "~/domain/journal/entries/drafts.server";
import type { Entry } from "~/domain/journal/entries/entry";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { keptIn, type KeptInMorning } from "./kept-in";

/** The finished reflections of one day, newest first. */
async function entriesOf(member: Member, forDate: string): Promise<Entry[]> {
  const keys = journalKeys(member);
  const records = await JournalEntryModel.find({
    userId: member.id,
    status: "final",
    deletedAt: null,
    forDate,
  })
    .sort({ forDate: -1, createdAt: -1, _id: -1 })
    .limit(30)
    .lean();
  return entriesFrom(keys, records);
}

/** What the page of a reflection needs besides its questions. */
export type SlotWriting = KeptInMorning & { draft?: Draft; written: Pick<Entry, "id" | "createdAt">[] };

/** The draft of a slot and day, what the morning wanted to keep, and what has been finished already. */
export async function readSlot(member: Member, slot: DaySlot, forDate: string): Promise<SlotWriting> {
  const draftKeys = [draftKeyOf(slot, forDate), draftKeyOf("morning", forDate)];
  const [drafts, entries] = await Promise.all([findDrafts(member, draftKeys), entriesOf(member, forDate)]);
  const morning = drafts.find((draft) => draft.slot === "morning");
  const kept = entries.find((entry) => entry.slot === "morning")?.content ?? morning?.content;
  return {
    draft: drafts.find((draft) => draft.slot === slot),
    ...(slot === "evening" ? keptIn(kept) : { presence: "", word: "", intention: "" }),
    written: entries.filter((entry) => entry.slot === slot).map(({ id, createdAt }) => ({ id, createdAt })),
  };
}
