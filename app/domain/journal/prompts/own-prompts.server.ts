import { reencryption } from "#models/db/reencryption.server";
import { OwnPromptModel, type OwnPromptRecord } from "#models/prompts.server";
import { storeWithinQuota } from "~/domain/limits/journal-quota.server";
import type { Member } from "~/domain/member/member";
import {
  deriveMemberKey,
  deterministicId,
  readSealedText,
  reencryptSealed,
  type DerivedKey,
} from "~/domain/member/member-keys.server";
import { now } from "~/platform/clock";
import { seal } from "~/platform/encryption.server";
import { randomToken } from "~/platform/signing.server";
import type { PromptSlot } from "./prompt-categories";
import type { Prompt } from "./prompt-library.state";

/** A question written by the member. */
export type OwnPrompt = { id: string; text: string; slot: PromptSlot; active: boolean; createdAt: Date };

const MAX_OWN_PROMPTS = 100;

const PURPOSE = "prompts";
const keyOf = (member: Member) => deriveMemberKey(member, PURPOSE);
const associatedDataOf = (id: string) => `ownPrompts|${id}|text|1`;
const isId = (id: string) => /^[\w-]{1,64}$/.test(id);

/** The member's own questions, oldest first. Unreadable ones are omitted and logged. */
export async function listOwnPrompts(member: Member): Promise<OwnPrompt[]> {
  const key = keyOf(member);
  const records = await OwnPromptModel.find({ userId: member.id }).sort({ createdAt: 1, _id: 1 }).lean();
  return records.flatMap((record) => {
    const text = textOrNull(key, record);
    const { slot, active, createdAt } = record;
    return text === null ? [] : [{ id: record._id, text, slot, active, createdAt }];
  });
}

const textOrNull = (key: DerivedKey, { _id, sealed }: OwnPromptRecord): string | null =>
  readSealedText(key, sealed, associatedDataOf(_id), "prompts.unreadable");

export type SaveOwnPromptResult = { ok: true } | { ok: false; code: "too_many" | "not_found" };

/** Adds a question. Idempotent for the same text and `submission`. */
export async function addOwnPrompt(
  member: Member,
  input: { text: string; slot: PromptSlot },
  submission?: string,
): Promise<SaveOwnPromptResult> {
  const count = await OwnPromptModel.countDocuments({ userId: member.id });
  if (count >= MAX_OWN_PROMPTS) return { ok: false, code: "too_many" };
  const at = now();
  const id = submission
    ? deterministicId(member, PURPOSE, `id|${submission}|${input.text}`)
    : randomToken(16);
  const sealed = seal(keyOf(member).now, input.text, associatedDataOf(id));
  await insertOwnPrompt(member, id, {
    slot: input.slot,
    active: true,
    sealed,
    createdAt: at,
    updatedAt: at,
  });
  return { ok: true };
}

/** Stores a question unless it exists already. */
function insertOwnPrompt(member: Member, id: string, record: Omit<OwnPromptRecord, "_id" | "userId">) {
  return storeWithinQuota(member, [record], async (release) => {
    const mine = { _id: id, userId: member.id };
    const { upsertedCount } = await OwnPromptModel.updateOne(
      mine,
      { $setOnInsert: record },
      { upsert: true },
    );
    if (upsertedCount === 0) release();
  });
}

/**
 * Imports questions. An existing question with the same text remains unchanged.
 * @returns the ids of the stored questions by the ids in the file
 */
export async function importOwnPrompts(
  member: Member,
  imported: readonly OwnPrompt[],
): Promise<Map<string, string>> {
  const existing = new Map((await listOwnPrompts(member)).map(({ id, text }) => [text, id]));
  const ids = new Map<string, string>();
  let remaining = MAX_OWN_PROMPTS - existing.size;
  for (const { id, text, slot, active, createdAt } of imported) {
    const known = existing.get(text);
    if (known !== undefined) ids.set(id, known);
    if (known !== undefined || remaining-- <= 0) continue;
    const _id = deterministicId(member, PURPOSE, `brought|${id}`);
    existing.set(text, _id);
    ids.set(id, _id);
    const sealed = seal(keyOf(member).now, text, associatedDataOf(_id));
    await insertOwnPrompt(member, _id, { slot, active, sealed, createdAt, updatedAt: createdAt });
  }
  return ids;
}

export async function editOwnPrompt(
  member: Member,
  id: string,
  input: { text: string; slot: PromptSlot },
): Promise<SaveOwnPromptResult> {
  if (!isId(id)) return { ok: false, code: "not_found" };
  const sealed = seal(keyOf(member).now, input.text, associatedDataOf(id));
  return storeWithinQuota(member, [{ sealed }], async (release) => {
    const { matchedCount } = await OwnPromptModel.updateOne(
      { _id: id, userId: member.id },
      { $set: { slot: input.slot, sealed, updatedAt: now() } },
    );
    if (matchedCount === 1) return { ok: true };
    release();
    return { ok: false, code: "not_found" };
  });
}

/** @returns false if the member has no such question */
export async function setOwnPromptActive(member: Member, id: string, active: boolean): Promise<boolean> {
  if (!isId(id)) return false;
  const { matchedCount } = await OwnPromptModel.updateOne(
    { _id: id, userId: member.id },
    { $set: { active } },
  );
  return matchedCount === 1;
}

/** Deletes a question; entries keep its text. @returns false if the member has no such question */
export async function removeOwnPrompt(member: Member, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const { deletedCount } = await OwnPromptModel.deleteOne({ _id: id, userId: member.id });
  return deletedCount === 1;
}

/** Re-encrypts questions with the member's new key. */
export const reencryptOwnPrompts = reencryption(
  OwnPromptModel,
  reencryptSealed(keyOf, ({ _id }: OwnPromptRecord) => associatedDataOf(_id)),
);

/** The active questions as prompts for the schedule. */
export function activePrompts(own: readonly OwnPrompt[]): Prompt[] {
  return own
    .filter(({ active }) => active)
    .map(({ id, text, slot }) => ({ id: `own.${id}`, category: "own", slot, depth: 1, text }));
}
