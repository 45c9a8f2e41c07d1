import { addDays, type LocalMoment } from "~/domain/calendar/local-day";
import { timeSetting, type SettingsOf } from "./setting";

/** The two reflections of a day; "none" for an entry outside them. */
export const SLOTS = ["morning", "evening", "none"] as const;
export type Slot = (typeof SLOTS)[number];

export type DaySlot = Exclude<Slot, "none">;

/** Prayer times, HH:MM in the member's time zone. */
export const PRAYER_TIMES = {
  morningPromptTime: timeSetting("06:00"),
  eveningPromptTime: timeSetting("18:00"),
};
export type PrayerTimes = SettingsOf<typeof PRAYER_TIMES>;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
/** A reminder is shown from this many minutes before its time. */
const REMINDER_LEAD_MINUTES = 30;
/** Default morning in minutes of the day, 03:00 to 16:00, as for morning reminders. */
const MORNING_BEGINS = 3 * 60;
const MORNING_ENDS = 16 * 60;

/** Morning of a member in minutes of the day: the default, extended to include their own times. */
function morningHours({ morningPromptTime, eveningPromptTime }: PrayerTimes): {
  begins: number;
  ends: number;
} {
  const morning = minutesOf(morningPromptTime);
  const evening = minutesOf(eveningPromptTime);
  const begins = Math.max(0, Math.min(MORNING_BEGINS, morning - REMINDER_LEAD_MINUTES));
  // With the evening before the morning the times do not delimit a morning, so the default applies.
  if (evening <= morning) return { begins: MORNING_BEGINS, ends: MORNING_ENDS };
  const eveningOpens = Math.max(evening - REMINDER_LEAD_MINUTES, morning + 1);
  const ends =
    morning >= MORNING_ENDS - REMINDER_LEAD_MINUTES ? eveningOpens : Math.min(MORNING_ENDS, eveningOpens);
  return { begins, ends: Math.max(ends, begins) };
}

export function slotAt(time: string, times: PrayerTimes): Exclude<Slot, "none"> {
  const minute = minutesOf(time);
  const { begins, ends } = morningHours(times);
  return minute >= begins && minute < ends ? "morning" : "evening";
}

/** The day that a reflection is for: an evening reflection after midnight belongs to the previous day until morning begins. */
export function reflectionDay(slot: Slot, { date, time }: LocalMoment, times: PrayerTimes): string {
  return slot === "evening" && minutesOf(time) < morningHours(times).begins ? addDays(date, -1) : date;
}
