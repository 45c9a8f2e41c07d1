import { CommitCache } from "#models/db/connection.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import { storedBytes } from "#models/db/queries.server";
import type { Reencryption } from "#models/db/reencryption.server";
import { PrayerRotationModel, type PrayerRotationRecord } from "#models/prayer-rotation.server";
import { PrayerModel } from "#models/prayer.server";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { openWithDerivedKey, reencryptIfOld } from "~/domain/member/member-keys.server";
import { DecryptionError, seal } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
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

function turnFrom(keys: PrayerKeys, record: PrayerRotationRecord | null, today: string): Rotation {
  if (!record) return emptyRotation(today);
  try {
    const plain = openWithDerivedKey(
      keys.turn,
      storedBytes(record.sealed),
      associatedDataOf(record._id),
    ).toString("utf8");
    return JSON.parse(plain) as Rotation;
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    // What is carried is safe in its own records; the next change finds the order again.
    log.error("prayers.unreadable", error);
    return emptyRotation(today);
  }
}

/** Cached, still sealed: it is on many pages and seldom changes. An order may have the ids of 2,000 intentions. */
const knownTurns = new CommitCache<{ record: PrayerRotationRecord | null }>(["prayerTurns"], 100);
const knownIntentions = new CommitCache<{ records: StoredIntention[] }>(["prayers"], 200);

/** The few of a day by their ids: one read, however many are carried. */
async function fewOfDay(member: Member, date: string): Promise<DailySelection> {
  const known = await knownTurns.get(String(member.id), async () => ({
    record: await PrayerRotationModel.findById(member.id).lean(),
  }));
  return selectionFor(turnFrom(prayerKeys(member), known?.record ?? null, date), date);
}

/** What may be shown of those that are still carried, in the order of their ids. */
async function carried(member: Member, ids: readonly string[]): Promise<Intention[]> {
  if (ids.length === 0) return [];
  const keys = prayerKeys(member);
  const _ids = ids.map((id) => intentionRecordId(member.id, id));
  const known = await knownIntentions.get(_ids.join(" "), async () => ({
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

/** The people and matters a person holds before God today, beside a text: three at most. */
export async function selectionBesideText(member: Member): Promise<{ id: string; name: string }[]> {
  const { beside } = await fewOfDay(member, todayIn(member.timezone));
  return (await carried(member, beside)).map(({ id, name }) => ({ id, name }));
}

/** The day's few, to be prayed through one by one. */
export async function selectionToPray(member: Member): Promise<Intention[]> {
  const { arc } = await fewOfDay(member, todayIn(member.timezone));
  return carried(member, arc);
}

/** Windows that change the order at the same time make us retry; more than this many never do. */
const TRIES = 12;

/** Changes the order of intentions. The records are the truth: an order that misses some is mended. */
export async function updateRotation(member: Member, change: (turn: Rotation) => Rotation): Promise<void> {
  const keys = prayerKeys(member);
  const today = todayIn(member.timezone);
  for (let tries = 0; tries < TRIES; tries++) {
    const record = await PrayerRotationModel.findById(member.id).lean();
    const turn = await mended(member, keys, change(rotateTo(turnFrom(keys, record, today), today)));
    if (await store(member, record, seal(keys.turn.now, JSON.stringify(turn), associatedDataOf(member.id))))
      return;
  }
  throw new Error("The order of intentions was changed too often at once.");
}

async function store(member: Member, before: PrayerRotationRecord | null, sealed: Buffer): Promise<boolean> {
  const { id: _id } = member;
  if (before) {
    const { version } = before;
    const changed = { $set: { sealed, version: version + 1 } };
    return (await PrayerRotationModel.updateOne({ _id, version }, changed)).modifiedCount === 1;
  }
  try {
    await PrayerRotationModel.create({ _id, userId: _id, version: 1, sealed });
    return true;
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    return false;
  }
}

/** Re-encrypts the order with its person's new key. */
export const reencryptRotations: Reencryption<Member> = {
  kind: "prayerTurns",
  ids: () => Promise.resolve(["order"]),
  reseal: async (member) => {
    const record = await PrayerRotationModel.findById(member.id).lean();
    const sealed = reencryptIfOld(prayerKeys(member).turn, record?.sealed, associatedDataOf(member.id));
    return sealed && (await store(member, record, sealed)) ? 1 : 0;
  },
};

/** A change interrupted between its two writes leaves an order that does not match: then all are read once. */
async function mended(member: Member, keys: PrayerKeys, turn: Rotation): Promise<Rotation> {
  const mine = { userId: member.id, state: "carried" as const };
  if ((await PrayerModel.countDocuments(mine)) === rotationSize(turn)) return turn;
  const records = await PrayerModel.find(mine, { words: 0 }).sort({ createdAt: 1, _id: 1 }).lean();
  const all = records.flatMap((record) => intentionFrom(keys, record) ?? []);
  const here = new Set(all.map(({ id }) => id));
  const gone = [...turn.queue, ...turn.fixed.map(({ id }) => id)].filter((id) => !here.has(id));
  return addAllToRotation(gone.reduce(removeFromRotation, turn), all);
}
