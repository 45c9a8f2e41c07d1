import { UserModel } from "#models/user.server";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { now } from "~/platform/clock";
import { nextLook } from "./rule";

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
      ? { $set: { "reminders.nextAt": nextLook(now(), member) } }
      : { $unset: { "reminders.nextAt": 1 } },
  );
}
