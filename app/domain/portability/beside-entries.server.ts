import { JournalEntryModel } from "#models/journal-entry.server";
import { PromptSwapModel } from "#models/prompt-swap.server";
import type { Member } from "~/domain/accounts/member";
import { listOwnPrompts } from "~/domain/journal/own-prompts.server";
import { contentOrNull, journalKeys } from "~/domain/journal/sealed-content.server";
import { contentFields } from "./json-entry";

/** More drafts than anybody has. */
const MOST_DRAFTS = 2_000;

/** Who a person is here, without anything that opens the account. */
export function profileOf(member: Member) {
  const { id, username, firstName, lastName, email, subscriptionTier, theme } = member;
  return { id, username, firstName, lastName, email, subscriptionTier, theme };
}

/** How a person prays: the settings that an import may take over. */
export function settingsOf({
  promptSetPreference,
  morningPromptTime,
  eveningPromptTime,
  timezone,
  prayer,
  rhythm,
}: Member) {
  const { passagePlan, planSince, onePage, showSeason } = prayer;
  const { restDay, hidden } = rhythm;
  return {
    promptSetPreference,
    morningPromptTime,
    eveningPromptTime,
    timezone,
    prayer: { passagePlan, planSince, onePage, showSeason },
    rhythm: { restDay, hidden, pauses: rhythm.pauses.map(({ from, until }) => ({ from, until })) },
  };
}

/** Everything that is not finished yet. */
export async function draftsOf(member: Member) {
  const keys = journalKeys(member);
  const records = await JournalEntryModel.find({ userId: member.id, status: "draft" })
    .limit(MOST_DRAFTS)
    .lean();
  return records.flatMap((record) => {
    const content = contentOrNull(keys, record);
    if (!content) return [];
    const { kind, slot, forDate, timezone, promptSet, promptIds, passageRef } = record;
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
        createdAt: record.createdAt.toISOString(),
        updatedAt: record.updatedAt.toISOString(),
      },
    ];
  });
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
