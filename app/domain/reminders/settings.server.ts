import { UserModel } from "#models/user.server";
import { HOUR } from "~/domain/calendar/durations";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { now } from "~/platform/clock";
import type { PushTarget } from "~/platform/push/push.server";
import { nextReminderCheckAt } from "./due-reminder";
import { addDevice, listDevices, removeDevice } from "./push-devices.server";
import type { ReminderInput } from "./schema";
import { sendTestReminder } from "./send.server";

/**
 * Plans again when a person's next reminder by email or push is due, after anything that moves their day: times, zone,
 * days of rest, wishes. People who want none have no plan. A change that is not seen here is seen within a day.
 */
export async function rescheduleReminders(userId: number): Promise<void> {
  const user = await UserModel.findById(userId).lean();
  if (!user) return;
  const member = memberFrom(user);
  const wanted = user.status === "active" && (member.reminders.email || member.reminders.push);
  await UserModel.updateOne(
    { _id: userId },
    wanted
      ? { $set: { "reminders.nextAt": nextReminderCheckAt(now(), member) } }
      : { $unset: { "reminders.nextAt": 1 } },
  );
}

/** What `/settings/reminders` does. */
export async function saveReminders(member: Member, input: ReminderInput): Promise<void> {
  const change = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [`reminders.${name}`, value]),
  );
  await UserModel.updateOne({ _id: member.id }, { $set: change });
  await rescheduleReminders(member.id);
}

/** From now on this browser is reminded too. */
export async function startPush(member: Member, target: PushTarget, device: string): Promise<void> {
  await addDevice(member, target, device);
  await UserModel.updateOne({ _id: member.id }, { $set: { "reminders.push": true } });
  await rescheduleReminders(member.id);
}

/** Forgets a browser; with the last one goes the wish. */
export async function stopPush(member: Member, id: string): Promise<void> {
  await removeDevice(member, id);
  if ((await listDevices(member)).length > 0) return;
  await UserModel.updateOne({ _id: member.id }, { $set: { "reminders.push": false } });
  await rescheduleReminders(member.id);
}

/** "Send me a test", five an hour. */
export async function testReminder(
  member: Member,
  id: string,
): Promise<{ ok: true; mail: boolean; devices: number } | { ok: false; code: "too_many" }> {
  if (!(await tryConsume(`reminder test ${member.id}`, 5, HOUR))) return { ok: false, code: "too_many" };
  return { ok: true, ...(await sendTestReminder(member, id)) };
}
