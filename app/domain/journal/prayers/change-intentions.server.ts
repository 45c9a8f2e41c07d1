import { insertMissing } from "#models/db/queries.server";
import { PrayerModel, type PrayerRecord } from "#models/prayers.server";
import { allowRecount, storeWithinQuota } from "~/domain/limits/journal-quota.server";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { deterministicId } from "~/domain/member/member-keys.server";
import { WORDS_VERSION } from "~/i18n/tokenizer";
import { now } from "~/platform/clock";
import { randomToken } from "~/platform/signing.server";
import {
  intentionFrom,
  intentionIdOf,
  intentionRecordId,
  isPrayerId,
  prayerKeys,
  type PrayerKeys,
  sealIntentionText,
  type StoredIntention,
  textTerms,
} from "./encrypted-intention.server";
import {
  type Intention,
  INTENTION_LIMITS,
  type IntentionText,
  isExpired,
  isSameRecurrence,
  isSameText,
  type Recurrence,
} from "./intention";
import { checkChangeForCrisis, checkTextForCrisis, readIntention } from "./list-intentions.server";
import { addAllToRotation, addToRotation, removeFromRotation } from "./rotation";
import { updateRotation } from "./rotation.server";

type NewIntentions = { names: string[]; line: string; rhythm: Recurrence };
type AddResult = { ok: true } | { ok: false; code: "too_many" | "over" };

/** Adds one intention or a list. Idempotent: ids are derived from `submission`. */
export async function addIntentions(
  member: Member,
  { names, line, rhythm }: NewIntentions,
  submission?: string,
): Promise<AddResult> {
  const today = todayIn(member.timezone);
  if (isExpired(rhythm, today)) return { ok: false, code: "over" };
  const keys = prayerKeys(member);
  const at = now().getTime();
  const records = names.map((name, nth) => {
    const id = submission
      ? deterministicId(member, "prayers-turn", `id|${submission}|${nth}`)
      : randomToken(16);
    // Lists are sorted newest first, so the first name gets the latest time.
    const createdAt = new Date(at - nth);
    const text = { name, line, rhythm, came: "" };
    const state = { state: "carried" as const, since: today, laidOn: null, shared: false };
    return intentionRecord(member, keys, {
      id,
      ...text,
      ...state,
      createdAt,
      updatedAt: createdAt,
      version: 1,
    });
  });
  const known = await PrayerModel.countDocuments({ _id: { $in: records.map(({ _id }) => _id) } });
  const current = await PrayerModel.countDocuments({ userId: member.id, laidOn: null });
  if (current - known + records.length > INTENTION_LIMITS.carried) return { ok: false, code: "too_many" };
  await insertRecords(member, records);
  // The records are written first: after an interruption, the next change of the rotation adds the missing intentions.
  await updateRotation(member, (rotation) =>
    addAllToRotation(
      rotation,
      records.map((record) => ({ id: intentionIdOf(record), rhythm })),
    ),
  );
  await checkTextForCrisis([...names, line].join("\n"));
  return { ok: true };
}

/** Stores the records that do not exist yet. */
async function insertRecords(member: Member, records: readonly PrayerRecord[]): Promise<void> {
  await storeWithinQuota(member, records, async (release) =>
    release(await insertMissing(PrayerModel, records)),
  );
}

function intentionRecord(member: Member, keys: PrayerKeys, intention: Intention): PrayerRecord {
  const { id, name, line, rhythm, came, ...outside } = intention;
  const _id = intentionRecordId(member.id, id);
  const text = { name, line, rhythm, came };
  return {
    _id,
    userId: member.id,
    ...outside,
    words: textTerms(keys, text),
    wordsVersion: WORDS_VERSION,
    sealed: sealIntentionText(keys, _id, text),
  };
}

/** Intentions in memory at once. */
const BATCH_SIZE = 100;

/** All intentions of a member, for an export. */
export async function* exportIntentions(member: Member): AsyncGenerator<Intention> {
  const keys = prayerKeys(member);
  let after = "";
  for (;;) {
    const records: StoredIntention[] = await PrayerModel.find(
      { userId: member.id, _id: { $gt: after } },
      { words: 0 },
    )
      .sort({ _id: 1 })
      .limit(BATCH_SIZE)
      .lean();
    for (const record of records) {
      const intention = intentionFrom(keys, record);
      if (intention) yield intention;
    }
    after = records.at(-1)?._id ?? "";
    if (records.length < BATCH_SIZE) return;
  }
}

/** The number of imported intentions that do not exist yet. */
export async function countNewIntentions(member: Member, imported: readonly Intention[]): Promise<number> {
  return (await missingIntentions(member, imported)).length;
}

async function missingIntentions(member: Member, imported: readonly Intention[]): Promise<Intention[]> {
  const distinct = [...new Map(imported.map((each) => [each.id, each])).values()];
  const found = await PrayerModel.find(
    { _id: { $in: distinct.map(({ id }) => intentionRecordId(member.id, id)) }, userId: member.id },
    { _id: 1 },
  ).lean();
  const existing = new Set(found.map(intentionIdOf));
  return distinct.filter(({ id }) => !existing.has(id));
}

/** Imports intentions up to the limits. Existing ones remain unchanged. */
export async function importIntentions(member: Member, imported: readonly Intention[]): Promise<void> {
  const incoming = await missingIntentions(member, imported);
  if (incoming.length === 0) return;
  const current = await PrayerModel.countDocuments({ userId: member.id, laidOn: null });
  const past = await PrayerModel.countDocuments({ userId: member.id, laidOn: { $gt: "" } });
  const fitting = [
    ...incoming.filter(({ laidOn }) => !laidOn).slice(0, Math.max(0, INTENTION_LIMITS.carried - current)),
    ...incoming.filter(({ laidOn }) => laidOn).slice(0, Math.max(0, INTENTION_LIMITS.past - past)),
  ];
  const keys = prayerKeys(member);
  const records: PrayerRecord[] = fitting.map((each) => intentionRecord(member, keys, each));
  for (let at = 0; at < records.length; at += BATCH_SIZE)
    await insertRecords(member, records.slice(at, at + BATCH_SIZE));
  await updateRotation(member, (rotation) =>
    addAllToRotation(
      rotation,
      fitting.filter(({ state }) => state === "carried"),
    ),
  );
}

/** A conflict returns the saved intention, so that the page can show both texts. */
export type ChangeResult =
  | { ok: true }
  | { ok: false; code: "not_found" | "over" | "too_many" }
  | { ok: false; code: "conflict"; saved: Intention };

type IntentionEdit = Pick<IntentionText, "name" | "line" | "rhythm"> & { shared: boolean };

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

/** Rests an intention: keeps it out of the rotation. @returns false if it is laid down or unknown */
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
