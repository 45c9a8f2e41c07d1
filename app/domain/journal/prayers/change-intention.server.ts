import { PrayerModel, type PrayerRecord } from "#models/prayers.server";
import { allowRecount, storeWithinQuota } from "~/domain/limits/journal-quota.server";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { WORDS_VERSION } from "~/i18n/tokenizer";
import { now } from "~/platform/clock";
import {
  intentionRecordId,
  isPrayerId,
  prayerKeys,
  sealIntentionText,
  textTerms,
} from "./encrypted-intention.server";
import {
  INTENTION_LIMITS,
  isExpired,
  isSameRecurrence,
  isSameText,
  type Intention,
  type IntentionText,
} from "./intention";
import { checkChangeForCrisis, readIntention } from "./list-intentions.server";
import { addToRotation, removeFromRotation } from "./rotation";
import { updateRotation } from "./rotation.server";

/** A conflict returns the saved intention, so that the page can show both texts. */
export type ChangeResult =
  | { ok: true }
  | { ok: false; code: "not_found" | "over" | "too_many" }
  | { ok: false; code: "conflict"; saved: Intention };

export type IntentionEdit = Pick<IntentionText, "name" | "line" | "rhythm"> & { shared: boolean };

/** Saves an intention with optimistic locking: a stale version is a conflict and changes nothing. */
export async function saveIntention(
  member: Member,
  id: string,
  { shared, ...edit }: IntentionEdit,
  version?: number,
): Promise<ChangeResult> {
  const before = await readIntention(member, id);
  if (!before) return { ok: false, code: "not_found" };
  const isRescheduled = !isSameRecurrence(edit.rhythm, before.rhythm);
  if (isRescheduled && isExpired(edit.rhythm, todayIn(member.timezone))) return { ok: false, code: "over" };
  const result = await replace(member, before, { ...before, ...edit }, { shared }, version);
  if (result.ok && before.state === "carried" && isRescheduled)
    await updateRotation(member, (rotation) => addToRotation(rotation, id, edit.rhythm));
  return result;
}

/** Lays an intention down with a text about its outcome, or changes that text later. */
export async function layDownIntention(
  member: Member,
  id: string,
  came: string,
  version?: number,
): Promise<ChangeResult> {
  const before = await readIntention(member, id);
  if (!before) return { ok: false, code: "not_found" };
  if (before.state !== "past") {
    const past = await PrayerModel.countDocuments({ userId: member.id, laidOn: { $gt: "" } });
    if (past >= INTENTION_LIMITS.past) return { ok: false, code: "too_many" };
  }
  const laid = { state: "past" as const, laidOn: before.laidOn ?? todayIn(member.timezone) };
  const result = await replace(member, before, { ...before, came }, laid, version);
  if (result.ok) await updateRotation(member, (rotation) => removeFromRotation(rotation, id));
  return result;
}

type StateFields = Partial<Pick<PrayerRecord, "state" | "laidOn" | "shared">>;

async function replace(
  member: Member,
  before: Intention,
  { name, line, rhythm, came }: IntentionText,
  state: StateFields,
  version = before.version,
): Promise<ChangeResult> {
  const text = { name, line, rhythm, came };
  const _id = intentionRecordId(member.id, before.id);
  const isSame =
    isSameText(text, before) &&
    Object.entries(state).every(([key, value]) => before[key as keyof StateFields] === value);
  if (isSame) return { ok: true };
  const keys = prayerKeys(member);
  const fields = {
    sealed: sealIntentionText(keys, _id, text),
    words: textTerms(keys, text),
    wordsVersion: WORDS_VERSION,
    updatedAt: now(),
  };
  const isStored = await storeWithinQuota(member, [fields], async (release) => {
    const { matchedCount } = await PrayerModel.updateOne(
      { _id, userId: member.id, version },
      { $set: { ...fields, ...state }, $inc: { version: 1 } },
    );
    if (matchedCount === 0) release();
    return matchedCount === 1;
  });
  if (isStored) {
    await checkChangeForCrisis(before, text);
    return { ok: true };
  }
  const saved = await readIntention(member, before.id);
  return saved ? { ok: false, code: "conflict", saved } : { ok: false, code: "not_found" };
}

/** Rests an intention: it stays, but out of the rotation. @returns false if it is laid down or unknown */
export async function restIntention(member: Member, id: string): Promise<boolean> {
  const found = await setState(member, id, ["carried", "resting"], { state: "resting" });
  if (found) await updateRotation(member, (rotation) => removeFromRotation(rotation, id));
  return found;
}

/** Resumes a resting or laid-down intention, at the end of the queue. */
export async function resumeIntention(member: Member, id: string): Promise<ChangeResult> {
  const before = await readIntention(member, id);
  if (!before) return { ok: false, code: "not_found" };
  if (before.state === "past") {
    const current = await PrayerModel.countDocuments({ userId: member.id, laidOn: null });
    if (current >= INTENTION_LIMITS.carried) return { ok: false, code: "too_many" };
  }
  await setState(member, id, ["resting", "past"], { state: "carried", laidOn: null });
  await updateRotation(member, (rotation) => addToRotation(rotation, id, before.rhythm));
  return { ok: true };
}

async function setState(
  member: Member,
  id: string,
  from: PrayerRecord["state"][],
  to: StateFields,
): Promise<boolean> {
  if (!isPrayerId(id)) return false;
  const { matchedCount } = await PrayerModel.updateOne(
    { _id: intentionRecordId(member.id, id), userId: member.id, state: { $in: from } },
    { $set: { ...to, updatedAt: now() } },
  );
  return matchedCount === 1;
}

/** Deletes an intention for good; the entries about it stay. @returns false if it does not exist */
export async function deleteIntention(member: Member, id: string): Promise<boolean> {
  if (!isPrayerId(id)) return false;
  const { deletedCount } = await PrayerModel.deleteOne({
    _id: intentionRecordId(member.id, id),
    userId: member.id,
  });
  if (deletedCount === 1) await updateRotation(member, (rotation) => removeFromRotation(rotation, id));
  await allowRecount(member);
  return deletedCount === 1;
}
