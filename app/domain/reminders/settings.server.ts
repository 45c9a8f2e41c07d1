import { UserModel } from "#models/user.server";
import { allow } from "~/domain/attempts/attempts.server";
import { HOUR } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import type { PushTarget } from "~/platform/push/push.server";
import { addDevice, listDevices, removeDevice } from "./push-devices.server";
import { rescheduleReminders } from "./schedule.server";
import type { ReminderInput } from "./schema";
import { sendTestReminder } from "./send.server";

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
  if (!(await allow(`reminder test ${member.id}`, 5, HOUR))) return { ok: false, code: "too_many" };
  return { ok: true, ...(await sendTestReminder(member, id)) };
}
