import { CommitCache } from "#models/db/connection.server";
import { createIfMissing } from "#models/db/queries.server";
import type { Reencryption } from "#models/db/reencryption.server";
import { PrayerModel, PrayerRotationModel, type PrayerRotationRecord } from "#models/prayers.server";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { readSealedText, reencryptIfOld } from "~/domain/member/member-keys.server";
import { seal } from "~/platform/encryption.server";
import {
  intentionFrom,
  intentionIdOf,
  intentionRecordId,
  prayerKeys,
  type PrayerKeys,
  type StoredIntention,
} from "./encrypted-intention.server";
import type { Intention } from "./intention";
import {
  addAllToRotation,
  emptyRotation,
  removeFromRotation,
  rotateTo,
  rotationSize,
  selectionFor,
  type DailySelection,
  type Rotation,
} from "./rotation";

const associatedDataOf = (userId: number) => `prayerTurns|${userId}|1`;

function openRotation(keys: PrayerKeys, record: PrayerRotationRecord | null, today: string): Rotation {
  if (!record) return emptyRotation(today);
  const plain = readSealedText(keys.turn, record.sealed, associatedDataOf(record._id), "prayers.unreadable");
  // The next change rebuilds an unreadable rotation from the records of the intentions.
  return plain === null ? emptyRotation(today) : (JSON.parse(plain) as Rotation);
}

/** Caches of encrypted records, which many pages read and which seldom change. Fewer rotations, as each may have 2,000 ids. */
const rotationCache = new CommitCache<{ record: PrayerRotationRecord | null }>(["prayerTurns"], 100);
const intentionCache = new CommitCache<{ records: StoredIntention[] }>(["prayers"], 200);

/** The ids of the day's selection, from one record. */
async function readSelection(member: Member, date: string): Promise<DailySelection> {
  const known = await rotationCache.get(String(member.id), async () => ({
    record: await PrayerRotationModel.findById(member.id).lean(),
  }));
  return selectionFor(openRotation(prayerKeys(member), known?.record ?? null, date), date);
}

/** The intentions with these ids that are still carried, in the same order. */
async function readCarried(member: Member, ids: readonly string[]): Promise<Intention[]> {
  if (ids.length === 0) return [];
  const keys = prayerKeys(member);
  const _ids = ids.map((id) => intentionRecordId(member.id, id));
  const known = await intentionCache.get(_ids.join(" "), async () => ({
    records: await PrayerModel.find(
      { _id: { $in: _ids }, userId: member.id, state: "carried" },
      { words: 0 },
    ).lean(),
  }));
  const found = new Map(known?.records.map((record) => [intentionIdOf(record), record]));
  return ids.flatMap((id) => {
    const record = found.get(id);
    return (record && intentionFrom(keys, record)) ?? [];
  });
}

/** Today's intentions for display beside a text: MAX_BESIDE_TEXT at most. */
export async function selectionBesideText(member: Member): Promise<{ id: string; name: string }[]> {
  const { beside } = await readSelection(member, todayIn(member.timezone));
  return (await readCarried(member, beside)).map(({ id, name }) => ({ id, name }));
}

/** Today's intentions for praying through one by one: MAX_PRAYED_THROUGH at most. */
export async function selectionToPray(member: Member): Promise<Intention[]> {
  const { arc } = await readSelection(member, todayIn(member.timezone));
  return readCarried(member, arc);
}

/** Retries after concurrent changes of the rotation. */
const MAX_ATTEMPTS = 12;

/** Changes the rotation with compare-and-set on its version, and reconciles it with the records of the intentions. */
export async function updateRotation(
  member: Member,
  change: (rotation: Rotation) => Rotation,
): Promise<void> {
  const keys = prayerKeys(member);
  const today = todayIn(member.timezone);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const record = await PrayerRotationModel.findById(member.id).lean();
    const rotation = await reconcile(
      member,
      keys,
      change(rotateTo(openRotation(keys, record, today), today)),
    );
    if (
      await store(member, record, seal(keys.turn.now, JSON.stringify(rotation), associatedDataOf(member.id)))
    )
      return;
  }
  throw new Error("Too many concurrent changes of the rotation of intentions.");
}

async function store(member: Member, before: PrayerRotationRecord | null, sealed: Buffer): Promise<boolean> {
  const { id: _id } = member;
  if (!before) return createIfMissing(PrayerRotationModel, { _id, userId: _id, version: 1, sealed });
  const { version } = before;
  const changed = { $set: { sealed, version: version + 1 } };
  return (await PrayerRotationModel.updateOne({ _id, version }, changed)).modifiedCount === 1;
}

/** Re-encrypts the rotation with the member's new key. */
export const reencryptRotations: Reencryption<Member> = {
  kind: "prayerTurns",
  ids: () => Promise.resolve(["order"]),
  reencrypt: async (member) => {
    const record = await PrayerRotationModel.findById(member.id).lean();
    const sealed = reencryptIfOld(prayerKeys(member).turn, record?.sealed, associatedDataOf(member.id));
    return sealed && (await store(member, record, sealed)) ? 1 : 0;
  },
};

/** Repairs a rotation whose size differs from the number of carried intentions, after an interrupted change. */
async function reconcile(member: Member, keys: PrayerKeys, rotation: Rotation): Promise<Rotation> {
  const mine = { userId: member.id, state: "carried" as const };
  if ((await PrayerModel.countDocuments(mine)) === rotationSize(rotation)) return rotation;
  const records = await PrayerModel.find(mine, { words: 0 }).sort({ createdAt: 1, _id: 1 }).lean();
  const all = records.flatMap((record) => intentionFrom(keys, record) ?? []);
  const existing = new Set(all.map(({ id }) => id));
  const ids = [...rotation.queue, ...rotation.fixed.map(({ id }) => id)];
  const removed = ids.filter((id) => !existing.has(id));
  return addAllToRotation(removed.reduce(removeFromRotation, rotation), all);
}
