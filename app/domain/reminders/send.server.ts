import { duplicateKeyFields } from "#models/db/failures.server";
import { ReminderClaimModel } from "#models/reminder-claim.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { DAY } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import type { ReminderKind } from "~/domain/member/preferences";
import { failureOf } from "~/domain/operations/failures.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { now } from "~/platform/clock";
import { linkOrigin } from "~/platform/link-origin.server";
import { log } from "~/platform/log.server";
import { hashToken } from "~/platform/signing.server";
import { nextReminderCheckAt, reminderId, remindersToSend, type PlannedReminder } from "./due-reminder";
import type { MailMessage } from "./mail/letter";
import { enqueue, unsubscribeAddress } from "./mail/outbox.server";
import { wakeMailRunner } from "./mail/runner.server";
import { isWritten } from "./notifications.server";
import { pushMessage, pushToDevices } from "./push-devices.server";
import { reflectionOf, REMINDER_TEXTS } from "./texts";

export type ReminderMail = {
  kind: "reminder";
  to: string;
  reminder: ReminderKind;
  /** Where one post ends mails of this kind. */
  unsubscribe: string;
  isTest: boolean;
};

/** The reminder by email, in its fixed words: no word of the journal, and a way out in every one. */
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
      url: `${origin}${reflectionOf(reminder)}`,
      label: reminder === "morning" ? t("Open the morning") : t("Open the evening"),
    },
    after: [
      t("You asked for this email in Settings, under Reminders. To stop it, open {unsubscribe}", {
        unsubscribe,
      }),
    ],
  };
}

/** How many people are in memory at a time, and how many are served side by side. */
const BATCH = 100;
const LANES = 5;
const CLAIM_MS = 3 * DAY;

/**
 * One round of reminders by email and push. An index finds people by the moment they are due, so a
 * round costs what is due and nothing else. Interrupted anywhere, it resumes where it was: a mail has the id of its
 * reminder, a push its claim, and only then is the person's next moment written.
 */
export async function sendDueReminders(signal: AbortSignal): Promise<number> {
  let served = 0;
  for (;;) {
    const at = now();
    const due = await UserModel.find({ "reminders.nextAt": { $gt: new Date(0), $lte: at } })
      .sort({ "reminders.nextAt": 1 })
      .limit(BATCH)
      .lean();
    const waiting = due[Symbol.iterator]();
    const lane = async () => {
      for (const user of waiting) {
        if (signal.aborted) return;
        await serve(user, at);
        served++;
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    if (served > 0) wakeMailRunner();
    if (due.length < BATCH || signal.aborted) return served;
  }
}

async function serve(user: UserRecord, at: Date): Promise<void> {
  const member = memberFrom(user);
  try {
    if (user.status === "active")
      for (const planned of remindersToSend(at, member)) await remind(member, planned);
  } catch (error) {
    if (failureOf(error)) throw error;
    // One person's trouble must not keep the others waiting.
    log.error("reminder.failed", error);
  }
  await UserModel.updateOne(
    { _id: user._id, "reminders.nextAt": user.reminders?.nextAt },
    { $set: { "reminders.nextAt": nextReminderCheckAt(at, member) } },
  );
}

async function remind(member: Member, planned: PlannedReminder): Promise<void> {
  if (await isWritten(member.id, planned, member)) return;
  const name = `${member.id}|${reminderId(planned)}`;
  if (member.reminders.email) await enqueue(mailId(name), letterOf(member, planned.kind, false), member.id);
  if (member.reminders.push && (await claim(name, member.id)))
    await pushToDevices(member, pushMessage(planned.kind));
}

/** Others see an email's id, so it names no one. */
const mailId = (name: string) => hashToken(`reminder|${name}`).slice(0, 22);

function letterOf(member: Member, reminder: PlannedReminder["kind"], isTest: boolean) {
  const unsubscribe = unsubscribeAddress("reminders", member.id);
  return reminderMail({ kind: "reminder", to: member.email, reminder, unsubscribe, isTest }, linkOrigin());
}

async function claim(name: string, userId: number): Promise<boolean> {
  try {
    const expiresAt = new Date(now().getTime() + CLAIM_MS);
    await ReminderClaimModel.create({ _id: name, userId, expiresAt });
    return true;
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    return false;
  }
}

/** Sends a test by every way that is on; `id` makes the same form one mail. Returns the ways it went. */
export async function sendTestReminder(
  member: Member,
  id: string,
): Promise<{ mail: boolean; devices: number }> {
  const { email, push } = member.reminders;
  if (email) {
    await enqueue(mailId(`test|${member.id}|${id}`), letterOf(member, "morning", true), member.id);
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
