import { addDays, type LocalMoment } from "~/domain/calendar/local-day";
import { timeSetting, type SettingsOf } from "./setting";

/** The two reflections of a day; "none" is a page that belongs to neither. */
export const SLOTS = ["morning", "evening", "none"] as const;
export type Slot = (typeof SLOTS)[number];

/** The slots that have a reflection. */
export type DaySlot = Exclude<Slot, "none">;

/** The times when a person prays, in their zone. */
export const PRAYER_TIMES = {
  morningPromptTime: timeSetting("06:00"),
  eveningPromptTime: timeSetting("18:00"),
};
export type PrayerTimes = SettingsOf<typeof PRAYER_TIMES>;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
/** The reminder for a time is shown from this many minutes before it. */
const WINDOW = 30;
/** Morning reminders come only between 03:00 and 16:00: those hours are the morning here too. */
const MORNING_BEGINS = 3 * 60;
const MORNING_ENDS = 16 * 60;

/** From when until when it is morning for a person: those hours, widened where their own times lie outside. */
function morningHours({ morningPromptTime, eveningPromptTime }: PrayerTimes): {
  begins: number;
  ends: number;
} {
  const morning = minutesOf(morningPromptTime);
  const evening = minutesOf(eveningPromptTime);
  const begins = Math.max(0, Math.min(MORNING_BEGINS, morning - WINDOW));
  // Someone whose evening comes first has turned the day around; the plain hours serve them best.
  if (evening <= morning) return { begins: MORNING_BEGINS, ends: MORNING_ENDS };
  const eveningOpens = Math.max(evening - WINDOW, morning + 1);
  const ends = morning >= MORNING_ENDS - WINDOW ? eveningOpens : Math.min(MORNING_ENDS, eveningOpens);
  return { begins, ends: Math.max(ends, begins) };
}

/** Which reflection belongs to a local time. */
export function slotAt(time: string, times: PrayerTimes): Exclude<Slot, "none"> {
  const minute = minutesOf(time);
  const { begins, ends } = morningHours(times);
  return minute >= begins && minute < ends ? "morning" : "evening";
}

/** The day that a reflection is for: after midnight, before morning, an evening still belongs to the day that was. */
export function reflectionDay(slot: Slot, { date, time }: LocalMoment, times: PrayerTimes): string {
  return slot === "evening" && minutesOf(time) < morningHours(times).begins ? addDays(date, -1) : date;
}
