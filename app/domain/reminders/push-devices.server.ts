import { createIfMissing, storedBytes } from "#models/db/queries.server";
import { PushDeviceModel, type PushDeviceRecord } from "#models/reminders.server";
import type { Member } from "~/domain/member/member";
import type { ReminderKind } from "~/domain/member/preferences";
import * as paths from "~/paths";
import { now } from "~/platform/clock";
import { open, seal } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import { pushPublicKey, sendPush, type PushTarget } from "~/platform/push.server";
import { hashToken } from "~/platform/signing.server";
import { REMINDER_TEXTS } from "./reminder";

/** Maximum number of devices per member. One more replaces the oldest. */
const MAX_DEVICES = 10;
/** After this number of consecutive refusals only a test is sent. */
const MAX_REFUSALS = 4;
/** How long the push service retries a delivery. Equals the reminder window, because a later reminder is useless. */
const TTL_SECONDS = 30 * 60;

const keyOf = (member: Member) => member.accountKey("push-device");
const associatedDataOf = (id: string) => `pushDevices|${id}|1`;

export const pushKey = pushPublicKey;

export type PushDevice = {
  id: string;
  device: string;
  createdAt: Date;
  /** `unreached`: the last message failed; `given-up`: reminders are no longer sent to the device. */
  reach: "reached" | "unreached" | "given-up";
};

const hasGivenUp = ({ refusals = 0 }: PushDeviceRecord) => refusals >= MAX_REFUSALS;

/** The member's devices, newest first. */
export async function listDevices(member: Member): Promise<PushDevice[]> {
  const records = await PushDeviceModel.find({ userId: member.id }).sort({ createdAt: -1 }).lean();
  return records.map((record) => {
    const { _id: id, device, createdAt, isUnreached } = record;
    return {
      id,
      device,
      createdAt,
      reach: hasGivenUp(record) ? "given-up" : isUnreached ? "unreached" : "reached",
    };
  });
}

const NO_REFUSALS = { refusals: 0, isUnreached: false };

/** Adds a browser, or transfers it from another account, because a device shows the reminders of one member. */
export async function addDevice(member: Member, target: PushTarget, device: string): Promise<void> {
  const id = hashToken(target.endpoint);
  const sealed = seal(keyOf(member), JSON.stringify(target), associatedDataOf(id));
  const record = { userId: member.id, sealed, device: device.slice(0, 80), createdAt: now(), ...NO_REFUSALS };
  if (!(await createIfMissing(PushDeviceModel, { _id: id, ...record })))
    await PushDeviceModel.updateOne({ _id: id }, { $set: record });
  const surplus = (await listDevices(member)).slice(MAX_DEVICES).map((old) => old.id);
  if (surplus.length > 0) await PushDeviceModel.deleteMany({ _id: { $in: surplus } });
}

export async function removeDevice(member: Member, id: string): Promise<void> {
  await PushDeviceModel.deleteOne({ _id: id, userId: member.id });
}

/** Payload of a push message: fixed text and a path, without personal data. */
type PushMessage = { title: string; body: string; url: string; tag: string };

export const pushMessage = (kind: ReminderKind): PushMessage => ({
  title: REMINDER_TEXTS[kind].title,
  body: REMINDER_TEXTS[kind].message,
  url: paths.reflection(kind),
  tag: kind,
});

/**
 * Pushes to every device of a member and removes unsubscribed ones. `isTest` includes devices that refused too often.
 * @returns how many devices were reached
 */
export async function pushToDevices(
  member: Member,
  message: PushMessage,
  { isTest = false } = {},
): Promise<number> {
  const all = await PushDeviceModel.find({ userId: member.id }).lean();
  const records = isTest ? all : all.filter((record) => !hasGivenUp(record));
  const reached = await Promise.all(records.map((record) => pushOne(member, record, message)));
  return reached.filter(Boolean).length;
}

async function pushOne(member: Member, record: PushDeviceRecord, message: PushMessage): Promise<boolean> {
  try {
    const plain = open(keyOf(member), storedBytes(record.sealed), associatedDataOf(record._id)).toString();
    const outcome = await sendPush(JSON.parse(plain) as PushTarget, message, TTL_SECONDS);
    const filter = { _id: record._id, userId: member.id };
    if (outcome === "gone") await PushDeviceModel.deleteOne(filter);
    else if (outcome === "refused") {
      await PushDeviceModel.updateOne(filter, { $set: { isUnreached: true }, $inc: { refusals: 1 } });
      log.warn("push.refused", { refusals: (record.refusals ?? 0) + 1 });
    } else if (record.isUnreached || record.refusals)
      await PushDeviceModel.updateOne(filter, { $set: NO_REFUSALS });
    return outcome === "sent";
  } catch (error) {
    // Not retried: a duplicate reminder is worse than a missing one.
    log.warn("push.failed", { error: error instanceof Error ? error.name : "failed" });
    await PushDeviceModel.updateOne({ _id: record._id, userId: member.id }, { $set: { isUnreached: true } });
    return false;
  }
}
