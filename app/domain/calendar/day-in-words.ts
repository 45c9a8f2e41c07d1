import { t } from "~/i18n/t";
import { addDays, dateInWords, localMoment, weekdayName } from "./local-day";
import { timeInWords } from "./locale";

/** When a draft was saved, as briefly as it can be said: the time today, the day as well before. */
export function savedAtInWords(savedAt: Date, now: Date, timezone: string): string {
  const saved = localMoment(savedAt, timezone);
  if (saved.date === localMoment(now, timezone).date) return timeInWords(saved.time);
  return momentInWords(savedAt, timezone);
}

/** "20 November 2026, 18:05" */
export function momentInWords(moment: Date, timezone: string): string {
  const { date, time } = localMoment(moment, timezone);
  return `${dateInWords(date)}, ${timeInWords(time)}`;
}

/** "Friday, 20 November 2026" */
export function dayInWords(date: string): string {
  return `${weekdayName(date)}, ${dateInWords(date)}`;
}

/** "15 to 21 November 2026", "29 November to 5 December 2026"; where the month comes first, "November 15 to 21, 2026". */
export function spanInWords(first: string, last: string): string {
  const [from, to] = [dateInWords(first), dateInWords(last)];
  if (first.slice(0, 4) !== last.slice(0, 4)) return t("{from} to {to}", { from, to });
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  // Both end with the same year, which is said once: "November 29, 2026", "29 November 2026".
  const start = from.replace(/,? \d{4}$/, "");
  const [word = "", day = ""] = start.split(" ");
  const startsWithMonth = Number.isNaN(Number(word));
  if (!isOneMonth) return t("{start} to {to}", { start, to });
  return startsWithMonth
    ? t("{word} {day} to {to}", { word, day, to: to.slice(word.length + 1) })
    : t("{word} to {to}", { word, to });
}

/** "Today", "Yesterday", or the day in words. */
export function dayFromToday(date: string, today: string): string {
  if (date === today) return t("Today");
  if (date === addDays(today, -1)) return t("Yesterday");
  return dayInWords(date);
}
