import { JournalEntryModel } from "#models/journal-entry.server";
import { finishEntry, type FinishResult } from "~/domain/journal/entries/finish-entry.server";
import { entryIdOf } from "~/domain/journal/entries/origin.server";
import type { Member } from "~/domain/member/member";
import { repeatedId } from "~/domain/member/person-keys.server";
import { currentSlotOf } from "~/domain/member/today.server";
import { randomToken } from "~/platform/signing.server";
import type { AddedEntry } from "./added-entry-schema";

/**
 * Keeps a free page that a program sends. The same idempotency key is one entry, whatever its person has done with it since:
 * what a program sends again never changes what a person wrote.
 */
export async function addEntry(
  member: Member,
  { forDate, ...page }: AddedEntry,
  idempotencyKey: string | null,
): Promise<FinishResult> {
  const submission = repeatedId(member, "programs", idempotencyKey ?? randomToken());
  const id = entryIdOf(submission);
  if (idempotencyKey && (await JournalEntryModel.exists({ _id: id, userId: member.id })))
    return { ok: true, id };
  const writing = {
    kind: "free" as const,
    slot: "none" as const,
    forDate: forDate ?? currentSlotOf(member).date,
    promptSet: "",
    promptIds: [],
    passageRef: "",
    content: { ...page, answers: [] },
  };
  // No draft is older than version 0: the page that its person has begun stays.
  return finishEntry(member, writing, { submission, draftVersion: 0 });
}
