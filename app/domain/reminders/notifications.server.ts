import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { reflectionDay } from "~/domain/member/prayer-times";
import type { SentReminder } from "~/domain/member/preferences";
import { now } from "~/platform/clock";
import { oncePerRequest } from "~/platform/request-context.server";
import { dueReminder, promptTimeOf, reminderId, type DueReminder, type ReminderSchedule } from "./reminder";

/** Maximum number of stored notifications: three weeks of mornings and evenings. */
const MAX_NOTIFICATIONS = 42;

/** Whether the reflection of a reminder is already written. */
export async function isReflectionWritten(
  userId: number,
  { kind, date }: DueReminder,
  schedule: ReminderSchedule,
) {
  const forDate = reflectionDay(kind, { date, time: promptTimeOf(kind, schedule) }, schedule);
  const written = { userId, status: "final" as const, deletedAt: null, forDate, slot: kind };
  return (await JournalEntryModel.exists(written)) !== null;
}

const idsOf = (member: Member) => member.notifications.map(({ id }) => id);

/** The reminder that is due now, for pages without script. */
function dueInApp(member: Member): SentReminder | null {
  if (!member.reminders.inApp) return null;
  const at = now();
  const due = dueReminder(at, member, idsOf(member));
  return due && { id: reminderId(due), ...due, at, read: false };
}

/** Whether there is an unread reminder, from the user's record alone: no query per page. */
export const hasUnread = (member: Member): boolean =>
  member.notifications.some(({ read }) => !read) || dueInApp(member) !== null;

/**
 * Today's reminders, stored or due, that are unread and whose reflection is not written. Queries the database only if
 * there are any.
 */
export function openReminders(member: Member): Promise<SentReminder[]> {
  return oncePerRequest("reminders", async () => {
    const { date } = localMoment(now(), member.timezone);
    const due = dueInApp(member);
    const unread = member.notifications.filter((reminder) => !reminder.read && reminder.date === date);
    const open = due ? [...unread, due] : unread;
    const written = await Promise.all(
      open.map((reminder) => isReflectionWritten(member.id, reminder, member)),
    );
    return open.filter((_, at) => !written[at]);
  });
}

/** Notifications, newest first, including one that is due but not stored yet. */
export async function listNotifications(member: Member): Promise<SentReminder[]> {
  const open = await openReminders(member);
  const fresh = open.filter(({ id }) => !idsOf(member).includes(id));
  return [...member.notifications, ...fresh].reverse();
}

/**
 * Stores a reminder by compare-and-set.
 * @returns true for only one of several concurrent pages or processes
 */
async function storeReminder(member: Member, reminder: SentReminder): Promise<boolean> {
  const { modifiedCount } = await UserModel.updateOne(
    { _id: member.id, "notifications.id": { $ne: reminder.id } },
    { $push: { notifications: { $each: [reminder], $slice: -MAX_NOTIFICATIONS } } },
  );
  return modifiedCount === 1;
}

/** Claims the reminder that is due now, for one page only. */
export async function claimReminder(member: Member): Promise<SentReminder | null> {
  const due = dueInApp(member);
  if (!due || (await isReflectionWritten(member.id, due, member))) return null;
  return (await storeReminder(member, due)) ? due : null;
}

/** Marks a notification as read. An unknown id changes nothing. */
export async function markRead(member: Member, id: string): Promise<void> {
  const due = dueInApp(member);
  if (due?.id === id && (await storeReminder(member, { ...due, read: true }))) return;
  await UserModel.updateOne(
    { _id: member.id, "notifications.id": id },
    { $set: { "notifications.$.read": true } },
  );
}

export async function markAllRead(member: Member): Promise<void> {
  const due = dueInApp(member);
  const unread = member.notifications.filter(({ read }) => !read).map(({ id }) => id);
  for (const id of due ? [...unread, due.id] : unread) await markRead(member, id);
}

/** Settings for the browser's check for due reminders. `given` contains the ids of the latest stored reminders, to skip them. */
export type ReminderCheck = ReminderSchedule & { given: string[] };

/**
 * The settings of a member for the browser. Selects fields explicitly, so that nothing else is sent. Null when the member
 * wants no reminders on pages.
 */
export function reminderCheck(member: Member): ReminderCheck | null {
  const { timezone, morningPromptTime, eveningPromptTime, reminders, rhythm } = member;
  if (!reminders.inApp) return null;
  return {
    timezone,
    morningPromptTime,
    eveningPromptTime,
    reminders: {
      morning: reminders.morning,
      evening: reminders.evening,
      quietDays: reminders.quietDays,
    },
    rhythm: { restDay: rhythm.restDay, pauses: rhythm.pauses.slice(-3) },
    given: idsOf(member).slice(-4),
  };
}
