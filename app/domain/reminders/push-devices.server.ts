import { duplicateKeyFields } from "#models/db/failures.server";
import { storedBytes } from "#models/db/stored-bytes.server";
import { PushDeviceModel, type PushDeviceRecord } from "#models/push-device.server";
import type { Member } from "~/domain/member/member";
import type { ReminderKind } from "~/domain/member/reminder-choice";
import { now } from "~/platform/clock";
import { open, seal } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import { pushPublicKey, pushTo, type PushTarget } from "~/platform/push/push.server";
import { hashToken } from "~/platform/signing.server";
import { reflectionOf, REMINDER_TEXTS } from "./texts";

/** At most this many browsers; one more takes the place of the oldest. */
const MOST_DEVICES = 10;
/** A reminder that misses its window is not delivered. */
const TTL_SECONDS = 30 * 60;

const keyOf = (member: Member) => member.accountKey("push-device");
const associatedDataOf = (id: string) => `pushDevices|${id}|1`;

/** What a browser is given when it asks to be reached. */
export const pushKey = pushPublicKey;

export type PushDevice = { id: string; device: string; createdAt: Date };

/** The browsers that a person is reminded in, the newest first. */
export async function listDevices(member: Member): Promise<PushDevice[]> {
  const records = await PushDeviceModel.find({ userId: member.id }).sort({ createdAt: -1 }).lean();
  return records.map(({ _id, device, createdAt }) => ({ id: _id, device, createdAt }));
}

/** Adds a browser. One that another account used before changes hands: a device shows one person's reminders. */
export async function addDevice(member: Member, target: PushTarget, device: string): Promise<void> {
  const id = hashToken(target.endpoint);
  const sealed = seal(keyOf(member), JSON.stringify(target), associatedDataOf(id));
  const record = { userId: member.id, sealed, device: device.slice(0, 80), createdAt: now() };
  try {
    await PushDeviceModel.create({ _id: id, ...record });
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    await PushDeviceModel.updateOne({ _id: id }, { $set: record });
  }
  const surplus = (await listDevices(member)).slice(MOST_DEVICES).map((old) => old.id);
  if (surplus.length > 0) await PushDeviceModel.deleteMany({ _id: { $in: surplus } });
}

/** Takes one of the person's browsers away. */
export async function removeDevice(member: Member, id: string): Promise<void> {
  await PushDeviceModel.deleteOne({ _id: id, userId: member.id });
}

/** What a device is sent: the fixed words and where they lead, nothing of the person. */
export type PushMessage = { title: string; body: string; url: string; tag: string };

export const pushMessage = (kind: ReminderKind): PushMessage => ({
  title: REMINDER_TEXTS[kind].title,
  body: REMINDER_TEXTS[kind].message,
  url: reflectionOf(kind),
  tag: kind,
});

/** Tells every browser of a person; those that have taken their wish back are forgotten. Answers how many were told. */
export async function pushToDevices(member: Member, message: PushMessage): Promise<number> {
  const records = await PushDeviceModel.find({ userId: member.id }).lean();
  const told = await Promise.all(records.map((record) => pushOne(member, record, message)));
  return told.filter(Boolean).length;
}

async function pushOne(member: Member, record: PushDeviceRecord, message: PushMessage): Promise<boolean> {
  try {
    const plain = open(keyOf(member), storedBytes(record.sealed), associatedDataOf(record._id)).toString();
    const outcome = await pushTo(JSON.parse(plain) as PushTarget, message, TTL_SECONDS);
    if (outcome === "gone") await PushDeviceModel.deleteOne({ _id: record._id, userId: member.id });
    return outcome === "sent";
  } catch (error) {
    // Not again: a reminder that comes twice is worse than one that does not come.
    log.warn("push.failed", { error: error instanceof Error ? error.name : "failed" });
    return false;
  }
}
