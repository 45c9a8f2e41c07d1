import { createIfMissing } from "#models/db/queries.server";
import { ReminderClaimModel } from "#models/reminders.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import type { ReminderKind } from "~/domain/member/preferences";
import { failureOf } from "~/domain/operations/failures.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import type { PushTarget } from "~/platform/push.server";
import { linkOrigin } from "~/platform/request-context.server";
import { hashToken } from "~/platform/signing.server";
import type { MailMessage } from "./mail/mail-message";
import { enqueueMail, unsubscribeUrl, wakeMailRunner } from "./mail/outbox.server";
import { isReflectionWritten } from "./notifications.server";
import { addDevice, listDevices, pushMessage, pushToDevices, removeDevice } from "./push-devices.server";
import {
  nextReminderCheckAt,
  REMINDER_TEXTS,
  reminderId,
  remindersToSend,
  type PlannedReminder,
} from "./reminder";
import type { ReminderInput } from "./schema";

type ReminderMail = {
  kind: "reminder";
  to: string;
  reminder: ReminderKind;
  /** One-click unsubscribe URL. */
  unsubscribe: string;
  isTest: boolean;
};

/** The reminder email: fixed text without journal content, and an unsubscribe link. */
export function reminderMail(
  { kind, to, reminder, unsubscribe, isTest }: ReminderMail,
  origin: string,
): MailMessage {
  const { title, message } = REMINDER_TEXTS[reminder];
  return {
    kind,
    to,
    unsubscribe,
    subject: isTest ? t("{title} (a test)", { title }) : title,
    lines: [...(isTest ? [t("This is the test you asked for. A reminder looks like this:")] : []), message],
    link: {
      url: `${origin}${paths.reflection(reminder)}`,
      label: reminder === "morning" ? t("Open the morning") : t("Open the evening"),
    },
    after: [
      t("You asked for this email in Settings, under Reminders. To stop it, open {unsubscribe}", {
        unsubscribe,
      }),
    ],
  };
}

/** Number of users loaded per query, and of users served concurrently. */
const BATCH = 100;
const CONCURRENCY = 5;
const CLAIM_MS = 3 * DAY;

/**
 * Sends due reminders by email and push. An index on the due time limits the work to what is due. Resumable: emails
 * are idempotent by the reminder's id, pushes are claimed, and only then the user's next time is stored.
 * @returns how many users were served
 */
export async function sendDueReminders(signal: AbortSignal): Promise<number> {
  let served = 0;
  for (;;) {
    const at = now();
    const due = await UserModel.find({ "reminders.nextAt": { $gt: new Date(0), $lte: at } })
      .sort({ "reminders.nextAt": 1 })
      .limit(BATCH)
      .lean();
    const queue = due[Symbol.iterator]();
    const worker = async () => {
      for (const user of queue) {
        if (signal.aborted) return;
        await remindMember(user, at);
        served++;
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    if (served > 0) wakeMailRunner();
    if (due.length < BATCH || signal.aborted) return served;
  }
}

async function remindMember(user: UserRecord, at: Date): Promise<void> {
  const member = memberFrom(user);
  try {
    if (user.status === "active")
      for (const planned of remindersToSend(at, member)) await remind(member, planned);
  } catch (error) {
    if (failureOf(error)) throw error;
    // An error for one user must not delay the others.
    log.error("reminder.failed", error);
  }
  await UserModel.updateOne(
    { _id: user._id, "reminders.nextAt": user.reminders?.nextAt },
    { $set: { "reminders.nextAt": nextReminderCheckAt(at, member) } },
  );
}

async function remind(member: Member, planned: PlannedReminder): Promise<void> {
  if (await isReflectionWritten(member.id, planned, member)) return;
  const name = `${member.id}|${reminderId(planned)}`;
  if (member.reminders.email)
    await enqueueMail(mailId(name), reminderMailFor(member, planned.kind, false), member.id);
  if (member.reminders.push && (await claim(name, member.id)))
    await pushToDevices(member, pushMessage(planned.kind));
}

/** Hashed, because recipients' mail servers see the id. */
const mailId = (name: string) => hashToken(`reminder|${name}`).slice(0, 22);

function reminderMailFor(member: Member, reminder: PlannedReminder["kind"], isTest: boolean) {
  const unsubscribe = unsubscribeUrl("reminders", member.id);
  return reminderMail({ kind: "reminder", to: member.email, reminder, unsubscribe, isTest }, linkOrigin());
}

const claim = (name: string, userId: number): Promise<boolean> =>
  createIfMissing(ReminderClaimModel, {
    _id: name,
    userId,
    expiresAt: new Date(now().getTime() + CLAIM_MS),
  });

/**
 * Sends a test by email and push as enabled. `id` makes the email idempotent.
 * @returns whether an email was queued, and how many devices were reached
 */
export async function sendTestReminder(
  member: Member,
  id: string,
): Promise<{ mail: boolean; devices: number }> {
  const { email, push } = member.reminders;
  if (email) {
    await enqueueMail(mailId(`test|${member.id}|${id}`), reminderMailFor(member, "morning", true), member.id);
    wakeMailRunner();
  }
  const devices = push
    ? await pushToDevices(
        member,
        { ...pushMessage("morning"), url: paths.settingsReminders() },
        { isTest: true },
      )
    : 0;
  return { mail: email, devices };
}

/**
 * Recomputes when the next reminder is due, after a change of times, zone, days of rest or choices. Changes that do
 * not call this take effect within a day (nextReminderCheckAt).
 */
export async function rescheduleReminders(userId: number): Promise<void> {
  const user = await UserModel.findById(userId).lean();
  if (!user) return;
  const member = memberFrom(user);
  const isWanted = user.status === "active" && (member.reminders.email || member.reminders.push);
  await UserModel.updateOne(
    { _id: userId },
    isWanted
      ? { $set: { "reminders.nextAt": nextReminderCheckAt(now(), member) } }
      : { $unset: { "reminders.nextAt": 1 } },
  );
}

export async function saveReminders(member: Member, input: ReminderInput): Promise<void> {
  const change = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [`reminders.${name}`, value]),
  );
  await UserModel.updateOne({ _id: member.id }, { $set: change });
  await rescheduleReminders(member.id);
}

export async function startPush(member: Member, target: PushTarget, device: string): Promise<void> {
  await addDevice(member, target, device);
  await UserModel.updateOne({ _id: member.id }, { $set: { "reminders.push": true } });
  await rescheduleReminders(member.id);
}

/** Removes a device; removing the last one disables push. */
export async function stopPush(member: Member, id: string): Promise<void> {
  await removeDevice(member, id);
  if ((await listDevices(member)).length > 0) return;
  await UserModel.updateOne({ _id: member.id }, { $set: { "reminders.push": false } });
  await rescheduleReminders(member.id);
}

export async function testReminder(
  member: Member,
  id: string,
): Promise<{ ok: true; mail: boolean; devices: number } | { ok: false; code: "too_many" }> {
  if (!(await tryConsume(`reminder test ${member.id}`, 5, HOUR))) return { ok: false, code: "too_many" };
  return { ok: true, ...(await sendTestReminder(member, id)) };
}
