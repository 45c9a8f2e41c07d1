import { insertMissing } from "#models/db/queries.server";
import { PrayerModel, type PrayerRecord } from "#models/prayers.server";
import { storeWithinQuota } from "~/domain/limits/journal-quota.server";
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
  prayerKeys,
  sealIntentionText,
  textTerms,
  type PrayerKeys,
  type StoredIntention,
} from "./encrypted-intention.server";
import { INTENTION_LIMITS, isExpired, type Intention, type Recurrence } from "./intention";
import { checkTextForCrisis } from "./list-intentions.server";
import { addAllToRotation } from "./rotation";
import { updateRotation } from "./rotation.server";

export type NewIntentions = { names: string[]; line: string; rhythm: Recurrence };
export type AddResult = { ok: true } | { ok: false; code: "too_many" | "over" };

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
  // Written after the records: if interrupted, the next change of the rotation adds the missing ones.
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
