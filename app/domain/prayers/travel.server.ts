import { PrayerModel, type PrayerRecord } from "#models/prayer.server";
import type { Member } from "~/domain/member/member";
import { INTENTION_LIMITS, type Intention } from "./intention";
import { keepRecords, recordOf } from "./keep-intention.server";
import { idOf, intentionFrom, prayerKeys, recordId, type StoredIntention } from "./sealed-intention.server";
import { withNew } from "./turn";
import { changeTurn } from "./turn.server";

/** How many are in memory at once. */
const PAGE = 100;

/** Everything that a person carries or has laid down, for a file of their own. */
export async function* everyIntention(member: Member): AsyncGenerator<Intention> {
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
export async function countNew(member: Member, brought: readonly Intention[]): Promise<number> {
  return (await missing(member, brought)).length;
}

async function missing(member: Member, brought: readonly Intention[]): Promise<Intention[]> {
  const once = [...new Map(brought.map((each) => [each.id, each])).values()];
  const found = await PrayerModel.find(
    { _id: { $in: once.map(({ id }) => recordId(member.id, id)) }, userId: member.id },
    { _id: 1 },
  ).lean();
  const here = new Set(found.map(idOf));
  return once.filter(({ id }) => !here.has(id));
}

/** Intentions from a file of the person's own. One that is here already stays as it is. */
export async function bringIntentions(member: Member, brought: readonly Intention[]): Promise<void> {
  const coming = await missing(member, brought);
  if (coming.length === 0) return;
  const held = await PrayerModel.countDocuments({ userId: member.id, laidOn: null });
  const past = await PrayerModel.countDocuments({ userId: member.id, laidOn: { $gt: "" } });
  const fitting = [
    ...coming.filter(({ laidOn }) => !laidOn).slice(0, Math.max(0, INTENTION_LIMITS.carried - held)),
    ...coming.filter(({ laidOn }) => laidOn).slice(0, Math.max(0, INTENTION_LIMITS.past - past)),
  ];
  const keys = prayerKeys(member);
  const records: PrayerRecord[] = fitting.map((each) => recordOf(member, keys, each));
  for (let at = 0; at < records.length; at += PAGE) await keepRecords(member, records.slice(at, at + PAGE));
  await changeTurn(member, (turn) =>
    withNew(
      turn,
      fitting.filter(({ state }) => state === "carried"),
    ),
  );
}
