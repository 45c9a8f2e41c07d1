import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { reflectionDay } from "~/domain/member/prayer-times";
import type { SentReminder } from "~/domain/member/preferences";
import { now } from "~/platform/clock";
import { oncePerRequest } from "~/platform/request-context.server";
import { dueReminder, reminderId, type DueReminder, type ReminderSchedule } from "./due-reminder";

/** The most that are kept: three weeks of mornings and evenings. */
const MAX_NOTIFICATIONS = 42;

/** Whether the reflection that a reminder is for has been written already: then there is nothing to remind of. */
export async function isReflectionWritten(
  userId: number,
  { kind, date }: DueReminder,
  person: ReminderSchedule,
) {
  const time = kind === "morning" ? person.morningPromptTime : person.eveningPromptTime;
  const forDate = reflectionDay(kind, { date, time }, person);
  const written = { userId, status: "final" as const, deletedAt: null, forDate, slot: kind };
  return (await JournalEntryModel.exists(written)) !== null;
}

const idsOf = (member: Member) => member.notifications.map(({ id }) => id);

/** The reminder that the rule would give now, for a page that cannot ask for it without script. */
function dueInApp(member: Member): SentReminder | null {
  if (!member.reminders.inApp) return null;
  const at = now();
  const due = dueReminder(at, member, idsOf(member));
  return due && { id: reminderId(due), ...due, at, read: false };
}

/** Whether something waits to be read, as far as the person's record says: no page asks the database for it. */
export const hasUnread = (member: Member): boolean =>
  member.notifications.some(({ read }) => !read) || dueInApp(member) !== null;

/**
 * What a person has not read of today's reminders, given or due, and has not written yet. Asks the database only when there is one.
 */
export function openReminders(member: Member): Promise<SentReminder[]> {
  return oncePerRequest("reminders", async () => {
    const { date } = localMoment(now(), member.timezone);
    const due = dueInApp(member);
    const unread = member.notifications.filter((given) => !given.read && given.date === date);
    const open = due ? [...unread, due] : unread;
    const written = await Promise.all(
      open.map((reminder) => isReflectionWritten(member.id, reminder, member)),
    );
    return open.filter((_, at) => !written[at]);
  });
}

/** The list of notifications, newest first. One that is due now is in it although nothing has been stored yet. */
export async function listNotifications(member: Member): Promise<SentReminder[]> {
  const open = await openReminders(member);
  const fresh = open.filter(({ id }) => !idsOf(member).includes(id));
  return [...member.notifications, ...fresh].reverse();
}

/** Keeps a reminder as given, once: of many pages and processes at the same moment one gets true. */
async function storeReminder(member: Member, reminder: SentReminder): Promise<boolean> {
  const { modifiedCount } = await UserModel.updateOne(
    { _id: member.id, "notifications.id": { $ne: reminder.id } },
    { $push: { notifications: { $each: [reminder], $slice: -MAX_NOTIFICATIONS } } },
  );
  return modifiedCount === 1;
}

/** Gives the reminder that is due now, if any; to one page, once a kind a day. */
export async function claimReminder(member: Member): Promise<SentReminder | null> {
  const due = dueInApp(member);
  if (!due || (await isReflectionWritten(member.id, due, member))) return null;
  return (await storeReminder(member, due)) ? due : null;
}

/** Marks one notification as read. An id that is neither given nor due changes nothing. */
export async function markRead(member: Member, id: string): Promise<void> {
  const due = dueInApp(member);
  if (due?.id === id && (await storeReminder(member, { ...due, read: true }))) return;
  await UserModel.updateOne(
    { _id: member.id, "notifications.id": id },
    { $set: { "notifications.$.read": true } },
  );
}

/** Marks everything as read. */
export async function markAllRead(member: Member): Promise<void> {
  const due = dueInApp(member);
  const unread = member.notifications.filter(({ read }) => !read).map(({ id }) => id);
  for (const id of due ? [...unread, due.id] : unread) await markRead(member, id);
}

/** What a page needs to check whether a reminder is due; null for people who want no reminders on pages. */
export type ReminderCheck = ReminderSchedule & { given: string[] };

/** Chosen field by field: it goes to the browser. */
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
