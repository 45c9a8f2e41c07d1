import { insertMissing } from "#models/db/queries.server";
import { PrayerModel, type PrayerRecord } from "#models/prayer.server";
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

/** Takes up one intention, or a whole list. The same form sent twice takes them up once. */
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
    // The first of a list stands first in the list of all, which begins with the latest.
    const createdAt = new Date(at - nth);
    const made = { id, state: "carried" as const, since: today, laidOn: null, shared: false, createdAt };
    return intentionRecord(member, keys, {
      ...made,
      updatedAt: createdAt,
      version: 1,
      name,
      line,
      rhythm,
      came: "",
    });
  });
  const known = await PrayerModel.countDocuments({ _id: { $in: records.map(({ _id }) => _id) } });
  const held = await PrayerModel.countDocuments({ userId: member.id, laidOn: null });
  if (held - known + records.length > INTENTION_LIMITS.carried) return { ok: false, code: "too_many" };
  await insertRecords(member, records);
  // After the records: if interrupted, some have no turn yet, and the next change gives them one.
  await updateRotation(member, (turn) =>
    addAllToRotation(
      turn,
      records.map((record) => ({ id: intentionIdOf(record), rhythm })),
    ),
  );
  await checkTextForCrisis([...names, line].join("\n"));
  return { ok: true };
}

/** Stores records that are not there yet. */
async function insertRecords(member: Member, records: readonly PrayerRecord[]): Promise<void> {
  await storeWithinQuota(member, records, async (release) =>
    release(await insertMissing(PrayerModel, records)),
  );
}

/** An intention as it is stored. */
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

/** How many are in memory at once. */
const PAGE = 100;

/** Everything that a person carries or has laid down, for a file of their own. */
export async function* exportIntentions(member: Member): AsyncGenerator<Intention> {
  const keys = prayerKeys(member);
  let after = "";
  for (;;) {
    const records: StoredIntention[] = await PrayerModel.find(
      { userId: member.id, _id: { $gt: after } },
      { words: 0 },
    )
      .sort({ _id: 1 })
      .limit(PAGE)
      .lean();
    for (const record of records) {
      const intention = intentionFrom(keys, record);
      if (intention) yield intention;
    }
    after = records.at(-1)?._id ?? "";
    if (records.length < PAGE) return;
  }
}

/** How many of these are not here yet. */
export async function countNewIntentions(member: Member, brought: readonly Intention[]): Promise<number> {
  return (await missing(member, brought)).length;
}

async function missing(member: Member, brought: readonly Intention[]): Promise<Intention[]> {
  const once = [...new Map(brought.map((each) => [each.id, each])).values()];
  const found = await PrayerModel.find(
    { _id: { $in: once.map(({ id }) => intentionRecordId(member.id, id)) }, userId: member.id },
    { _id: 1 },
  ).lean();
  const here = new Set(found.map(intentionIdOf));
  return once.filter(({ id }) => !here.has(id));
}

/** Intentions from a file of the person's own. One that is here already stays as it is. */
export async function importIntentions(member: Member, brought: readonly Intention[]): Promise<void> {
  const coming = await missing(member, brought);
  if (coming.length === 0) return;
  const held = await PrayerModel.countDocuments({ userId: member.id, laidOn: null });
  const past = await PrayerModel.countDocuments({ userId: member.id, laidOn: { $gt: "" } });
  const fitting = [
    ...coming.filter(({ laidOn }) => !laidOn).slice(0, Math.max(0, INTENTION_LIMITS.carried - held)),
    ...coming.filter(({ laidOn }) => laidOn).slice(0, Math.max(0, INTENTION_LIMITS.past - past)),
  ];
  const keys = prayerKeys(member);
  const records: PrayerRecord[] = fitting.map((each) => intentionRecord(member, keys, each));
  for (let at = 0; at < records.length; at += PAGE) await insertRecords(member, records.slice(at, at + PAGE));
  await updateRotation(member, (turn) =>
    addAllToRotation(
      turn,
      fitting.filter(({ state }) => state === "carried"),
    ),
  );
}
