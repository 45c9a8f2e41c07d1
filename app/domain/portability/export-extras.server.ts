import { JournalEntryModel } from "#models/journal-entry.server";
import { PromptSwapModel } from "#models/prompt-swap.server";
import { listAiCalls } from "~/domain/ai/calls.server";
import { contentOrNull, fieldsOfRecord, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { listPlanChanges, planChangeOf } from "~/domain/plans/changes/ledger.server";
import type { DraftInFile, PromptSwapInFile } from "./export-schema";

/** More drafts than anyone has. */
const MOST_DRAFTS = 2_000;

/** Every change of plan with its cause, the oldest first. */
export async function planChangesOf(member: Member) {
  const all = [];
  let before: number | undefined;
  do {
    const { lines, older } = await listPlanChanges(member.id, { before, limit: 100 });
    all.push(...lines);
    before = older ?? undefined;
  } while (before !== undefined);
  return all.reverse().map(planChangeOf);
}

/** More calls than are kept. */
const MOST_CALLS = 10_000;

/** What a language model was asked for, and when; never the words. */
export function aiCallsOf(member: Member) {
  return listAiCalls(member.id, MOST_CALLS);
}

/** All drafts. */
export async function draftsOf(member: Member): Promise<DraftInFile[]> {
  const keys = journalKeys(member);
  const records = await JournalEntryModel.find({ userId: member.id, status: "draft" })
    .limit(MOST_DRAFTS)
    .lean();
  return records.flatMap((record) => {
    const content = contentOrNull(keys, record);
    if (!content) return [];
    const { promptSet, promptIds } = record;
    const { dayName, ...fields } = fieldsOfRecord(record);
    return [{ ...fields, ...(dayName && { dayName }), promptSet, promptIds, ...content }];
  });
}

/** Questions that were exchanged for others. */
export async function promptSwapsOf(member: Member): Promise<PromptSwapInFile[]> {
  const swaps = await PromptSwapModel.find({ userId: member.id }).sort({ date: 1, _id: 1 }).lean();
  return swaps.map((swap) => ({ ...swap, slot: swap._id.endsWith("|morning") ? "morning" : "evening" }));
}
