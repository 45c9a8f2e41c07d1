import { addDays, dateInWords, localMoment, weekdayName } from "./local-day";

/** When a draft was saved, as briefly as it can be said: the time today, the day as well before. */
export function savedAtInWords(savedAt: Date, now: Date, timezone: string): string {
  const saved = localMoment(savedAt, timezone);
  if (saved.date === localMoment(now, timezone).date) return saved.time;
  return `${dateInWords(saved.date)}, ${saved.time}`;
}

/** "Friday, 20 November 2026" */
export function dayInWords(date: string): string {
  return `${weekdayName(date)}, ${dateInWords(date)}`;
}

/** "Today", "Yesterday", or the day in words. */
export function dayFromToday(date: string, today: string): string {
  if (date === today) return "Today";
  if (date === addDays(today, -1)) return "Yesterday";
  return dayInWords(date);
}
