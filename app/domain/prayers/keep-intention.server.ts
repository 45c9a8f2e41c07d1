import { insertMissing } from "#models/db/insert-missing.server";
import { PrayerModel, type PrayerRecord } from "#models/prayer.server";
import type { Member } from "~/domain/member/member";
import { repeatedId } from "~/domain/member/person-keys.server";
import { todayIn } from "~/domain/member/today.server";
import { storeWithinQuota } from "~/domain/operations/journal-quota.server";
import { WORDS_VERSION } from "~/i18n/words";
import { now } from "~/platform/clock";
import { randomToken } from "~/platform/signing.server";
import { noticeText } from "./care.server";
import { INTENTION_LIMITS, type Intention } from "./intention";
import { isOver, type Rhythm } from "./rhythm";
import { idOf, prayerKeys, recordId, sealText, textTerms, type PrayerKeys } from "./sealed-intention.server";
import { withNew } from "./turn";
import { changeTurn } from "./turn.server";

export type NewIntentions = { names: string[]; line: string; rhythm: Rhythm };
export type AddResult = { ok: true } | { ok: false; code: "too_many" | "over" };

/** Takes up one intention, or a whole list. The same form sent twice takes them up once. */
export async function addIntentions(
  member: Member,
  { names, line, rhythm }: NewIntentions,
  submission?: string,
): Promise<AddResult> {
  const today = todayIn(member.timezone);
  if (isOver(rhythm, today)) return { ok: false, code: "over" };
  const keys = prayerKeys(member);
  const at = now().getTime();
  const records = names.map((name, nth) => {
    const id = submission ? repeatedId(member, "prayers-turn", `id|${submission}|${nth}`) : randomToken(16);
    // The first of a list stands first in the list of all, which begins with the latest.
    const createdAt = new Date(at - nth);
    const made = { id, state: "carried" as const, since: today, laidOn: null, shared: false, createdAt };
    return recordOf(member, keys, {
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
  await keepRecords(member, records);
  // After the records: if interrupted, some have no turn yet, and the next change gives them one.
  await changeTurn(member, (turn) =>
    withNew(
      turn,
      records.map((record) => ({ id: idOf(record), rhythm })),
    ),
  );
  await noticeText([...names, line].join("\n"));
  return { ok: true };
}

/** Stores records that are not there yet. */
export async function keepRecords(member: Member, records: readonly PrayerRecord[]): Promise<void> {
  await storeWithinQuota(member, records, async (release) =>
    release(await insertMissing(PrayerModel, records)),
  );
}

/** An intention as it is stored. */
export function recordOf(member: Member, keys: PrayerKeys, intention: Intention): PrayerRecord {
  const { id, name, line, rhythm, came, ...outside } = intention;
  const _id = recordId(member.id, id);
  const text = { name, line, rhythm, came };
  return {
    _id,
    userId: member.id,
    ...outside,
    words: textTerms(keys, text),
    wordsVersion: WORDS_VERSION,
    sealed: sealText(keys, _id, text),
  };
}
