import { PrayerModel, type PrayerRecord } from "#models/prayer.server";
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

/** A conflict returns the saved text, so that both can be shown. */
export type ChangeResult =
  | { ok: true }
  | { ok: false; code: "not_found" | "over" | "too_many" }
  | { ok: false; code: "conflict"; saved: Intention };

export type IntentionEdit = Pick<IntentionText, "name" | "line" | "rhythm"> & { shared: boolean };

/** Saves an intention over the version that was read; a save that names an older one changes nothing. */
export async function saveIntention(
  member: Member,
  id: string,
  { shared, ...edit }: IntentionEdit,
  version?: number,
): Promise<ChangeResult> {
  const before = await readIntention(member, id);
  if (!before) return { ok: false, code: "not_found" };
  const moves = !isSameRecurrence(edit.rhythm, before.rhythm);
  if (moves && isExpired(edit.rhythm, todayIn(member.timezone))) return { ok: false, code: "over" };
  const result = await replace(member, before, { ...before, ...edit }, { shared }, version);
  if (result.ok && before.state === "carried" && moves)
    await updateRotation(member, (turn) => addToRotation(turn, id, edit.rhythm));
  return result;
}

/** Lays an intention down, with what came of it; or changes these words afterwards. */
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
  if (result.ok) await updateRotation(member, (turn) => removeFromRotation(turn, id));
  return result;
}

type Outside = Partial<Pick<PrayerRecord, "state" | "laidOn" | "shared">>;

async function replace(
  member: Member,
  before: Intention,
  { name, line, rhythm, came }: IntentionText,
  outside: Outside,
  version = before.version,
): Promise<ChangeResult> {
  const text = { name, line, rhythm, came };
  const _id = intentionRecordId(member.id, before.id);
  const isSame =
    isSameText(text, before) &&
    Object.entries(outside).every(([key, value]) => before[key as keyof Outside] === value);
  if (isSame) return { ok: true };
  const keys = prayerKeys(member);
  const said = {
    sealed: sealIntentionText(keys, _id, text),
    words: textTerms(keys, text),
    wordsVersion: WORDS_VERSION,
    updatedAt: now(),
  };
  const isStored = await storeWithinQuota(member, [said], async (release) => {
    const { matchedCount } = await PrayerModel.updateOne(
      { _id, userId: member.id, version },
      { $set: { ...said, ...outside }, $inc: { version: 1 } },
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

/** Lets an intention rest. @returns false if it is not carried */
export async function restIntention(member: Member, id: string): Promise<boolean> {
  const found = await setState(member, id, ["carried", "resting"], { state: "resting" });
  if (found) await updateRotation(member, (turn) => removeFromRotation(turn, id));
  return found;
}

/** Takes an intention up again, at the end of the queue, from its rest or after it was laid down. */
export async function resumeIntention(member: Member, id: string): Promise<ChangeResult> {
  const before = await readIntention(member, id);
  if (!before) return { ok: false, code: "not_found" };
  if (before.state === "past") {
    const held = await PrayerModel.countDocuments({ userId: member.id, laidOn: null });
    if (held >= INTENTION_LIMITS.carried) return { ok: false, code: "too_many" };
  }
  await setState(member, id, ["resting", "past"], { state: "carried", laidOn: null });
  await updateRotation(member, (turn) => addToRotation(turn, id, before.rhythm));
  return { ok: true };
}

async function setState(
  member: Member,
  id: string,
  from: PrayerRecord["state"][],
  to: Outside,
): Promise<boolean> {
  if (!isPrayerId(id)) return false;
  const { matchedCount } = await PrayerModel.updateOne(
    { _id: intentionRecordId(member.id, id), userId: member.id, state: { $in: from } },
    { $set: { ...to, updatedAt: now() } },
  );
  return matchedCount === 1;
}

/** Deletes an intention for good; what was written about it stays. @returns false if it is not there */
export async function deleteIntention(member: Member, id: string): Promise<boolean> {
  if (!isPrayerId(id)) return false;
  const { deletedCount } = await PrayerModel.deleteOne({
    _id: intentionRecordId(member.id, id),
    userId: member.id,
  });
  if (deletedCount === 1) await updateRotation(member, (turn) => removeFromRotation(turn, id));
  await allowRecount(member);
  return deletedCount === 1;
}
