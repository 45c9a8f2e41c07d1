import { ExactMemory } from "#models/db/exact-memory.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import type { Resealing } from "#models/db/resealing.server";
import { storedBytes } from "#models/db/stored-bytes.server";
import { PrayerTurnModel, type PrayerTurnRecord } from "#models/prayer-turn.server";
import { PrayerModel } from "#models/prayer.server";
import type { Member } from "~/domain/member/member";
import { movedToNewKey, openPersonal } from "~/domain/member/person-keys.server";
import { todayIn } from "~/domain/member/today.server";
import { DecryptionError, seal } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import type { Intention } from "./intention";
import {
  idOf,
  intentionFrom,
  prayerKeys,
  recordId,
  type PrayerKeys,
  type StoredIntention,
} from "./sealed-intention.server";
import { fewOf, noTurn, sizeOf, turnOn, withNew, without, type Few, type Turn } from "./turn";

const associatedDataOf = (userId: number) => `prayerTurns|${userId}|1`;

function turnFrom(keys: PrayerKeys, record: PrayerTurnRecord | null, today: string): Turn {
  if (!record) return noTurn(today);
  try {
    const plain = openPersonal(keys.turn, storedBytes(record.sealed), associatedDataOf(record._id)).toString(
      "utf8",
    );
    return JSON.parse(plain) as Turn;
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    // What is carried is safe in its own records; the next change finds the order again.
    log.error("prayers.unreadable", error);
    return noTurn(today);
  }
}

/** Cached, still sealed: it is on many pages and seldom changes. An order may have the ids of 2,000 intentions. */
const knownTurns = new ExactMemory<{ record: PrayerTurnRecord | null }>(["prayerTurns"], 100);
const knownIntentions = new ExactMemory<{ records: StoredIntention[] }>(["prayers"], 200);

/** The few of a day by their ids: one read, however many are carried. */
async function fewOfDay(member: Member, date: string): Promise<Few> {
  const known = await knownTurns.get(String(member.id), async () => ({
    record: await PrayerTurnModel.findById(member.id).lean(),
  }));
  return fewOf(turnFrom(prayerKeys(member), known?.record ?? null, date), date);
}

/** What may be shown of those that are still carried, in the order of their ids. */
async function carried(member: Member, ids: readonly string[]): Promise<Intention[]> {
  if (ids.length === 0) return [];
  const keys = prayerKeys(member);
  const _ids = ids.map((id) => recordId(member.id, id));
  const known = await knownIntentions.get(_ids.join(" "), async () => ({
    records: await PrayerModel.find(
      { _id: { $in: _ids }, userId: member.id, state: "carried" },
      { words: 0 },
    ).lean(),
  }));
  const found = new Map(known?.records.map((record) => [idOf(record), record]));
  return ids.flatMap((id) => {
    const record = found.get(id);
    return (record && intentionFrom(keys, record)) ?? [];
  });
}

/** The people and matters a person holds before God today, beside a text: three at most. */
export async function heldToday(member: Member): Promise<{ id: string; name: string }[]> {
  const { beside } = await fewOfDay(member, todayIn(member.timezone));
  return (await carried(member, beside)).map(({ id, name }) => ({ id, name }));
}

/** The day's few, to be prayed through one by one. */
export async function arcOfToday(member: Member): Promise<Intention[]> {
  const { arc } = await fewOfDay(member, todayIn(member.timezone));
  return carried(member, arc);
}

/** Windows that change the order at the same time make us retry; more than this many never do. */
const TRIES = 12;

/** Changes the order of intentions. The records are the truth: an order that misses some is mended. */
export async function changeTurn(member: Member, change: (turn: Turn) => Turn): Promise<void> {
  const keys = prayerKeys(member);
  const today = todayIn(member.timezone);
  for (let tries = 0; tries < TRIES; tries++) {
    const record = await PrayerTurnModel.findById(member.id).lean();
    const turn = await mended(member, keys, change(turnOn(turnFrom(keys, record, today), today)));
    if (await store(member, record, seal(keys.turn.now, JSON.stringify(turn), associatedDataOf(member.id))))
      return;
  }
  throw new Error("The order of intentions was changed too often at once.");
}

async function store(member: Member, before: PrayerTurnRecord | null, sealed: Buffer): Promise<boolean> {
  const { id: _id } = member;
  if (before) {
    const { version } = before;
    const changed = { $set: { sealed, version: version + 1 } };
    return (await PrayerTurnModel.updateOne({ _id, version }, changed)).modifiedCount === 1;
  }
  try {
    await PrayerTurnModel.create({ _id, userId: _id, version: 1, sealed });
    return true;
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    return false;
  }
}

/** Re-encrypts the order with its person's new key. */
export const resealTurns: Resealing<Member> = {
  kind: "prayerTurns",
  ids: () => Promise.resolve(["order"]),
  reseal: async (member) => {
    const record = await PrayerTurnModel.findById(member.id).lean();
    const sealed = movedToNewKey(prayerKeys(member).turn, record?.sealed, associatedDataOf(member.id));
    return sealed && (await store(member, record, sealed)) ? 1 : 0;
  },
};

/** A change interrupted between its two writes leaves an order that does not match: then all are read once. */
async function mended(member: Member, keys: PrayerKeys, turn: Turn): Promise<Turn> {
  const mine = { userId: member.id, state: "carried" as const };
  if ((await PrayerModel.countDocuments(mine)) === sizeOf(turn)) return turn;
  const records = await PrayerModel.find(mine, { words: 0 }).sort({ createdAt: 1, _id: 1 }).lean();
  const all = records.flatMap((record) => intentionFrom(keys, record) ?? []);
  const here = new Set(all.map(({ id }) => id));
  const gone = [...turn.queue, ...turn.fixed.map(({ id }) => id)].filter((id) => !here.has(id));
  return withNew(gone.reduce(without, turn), all);
}
