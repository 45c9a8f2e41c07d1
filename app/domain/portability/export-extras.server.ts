import { JournalEntryModel } from "#models/journal-entry.server";
import { PromptSwapModel } from "#models/prompt-swap.server";
import { listAiCalls } from "~/domain/ai/calls.server";
import { threadsForExport } from "~/domain/coaches/threads.server";
import { contentOrNull, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { listOwnPrompts } from "~/domain/journal/prompts/own-prompts.server";
import type { Member } from "~/domain/member/member";
import { listPlanChanges } from "~/domain/plans/changes/ledger.server";
import { everyIntention } from "~/domain/prayers/travel.server";
import { jsonIntention } from "./intention-file";
import { contentFields } from "./json-entry";

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
  return all.reverse().map(({ number, at, cause, from, to, source, endsAt }) => ({
    number,
    at,
    cause,
    from,
    to,
    source,
    endsAt,
  }));
}

/** More calls than are kept. */
const MOST_CALLS = 10_000;

/** What a language model was asked for, and when; never the words. */
export function aiCallsOf(member: Member) {
  return listAiCalls(member.id, MOST_CALLS);
}

/** Conversations with coaches, the oldest first. That someone was once shown help is not in it. */
export async function* coachThreadsOf(member: Member) {
  for await (const { messages, ...thread } of threadsForExport(member))
    yield {
      ...thread,
      messages: messages.map(({ seq, role, at, kind, engine, note, text }) => ({
        ...{ seq, role, at, kind, engine, note, text },
      })),
    };
}

/** All drafts. */
export async function draftsOf(member: Member) {
  const keys = journalKeys(member);
  const records = await JournalEntryModel.find({ userId: member.id, status: "draft" })
    .limit(MOST_DRAFTS)
    .lean();
  return records.flatMap((record) => {
    const content = contentOrNull(keys, record);
    if (!content) return [];
    const { kind, slot, forDate, timezone, promptSet, promptIds, passageRef, dayName } = record;
    return [
      {
        kind,
        slot,
        forDate,
        ...contentFields(content),
        timezone,
        promptSet,
        promptIds,
        passageRef,
        ...(dayName && { dayName }),
        createdAt: record.createdAt.toISOString(),
        updatedAt: record.updatedAt.toISOString(),
      },
    ];
  });
}

/** The people and matters they hold in prayer, including those laid down. */
export async function* intentionsOf(member: Member) {
  for await (const intention of everyIntention(member)) yield jsonIntention(intention);
}

/** A person's own questions. */
export async function ownPromptsOf(member: Member) {
  const prompts = await listOwnPrompts(member);
  return prompts.map(({ id, text, slot, active, createdAt }) => ({
    id,
    text,
    slot,
    active,
    createdAt: createdAt.toISOString(),
  }));
}

/** Questions that were exchanged for others. */
export async function promptSwapsOf(member: Member) {
  const swaps = await PromptSwapModel.find({ userId: member.id }).sort({ date: 1, _id: 1 }).lean();
  return swaps.map(({ _id, date, ids, count, expiresAt }) => ({
    date,
    slot: _id.split("|")[2] ?? "",
    ids,
    count,
    expiresAt: expiresAt.toISOString(),
  }));
}
