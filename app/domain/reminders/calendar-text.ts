import { addDays } from "~/domain/journal/local-day";
import { churchDay } from "~/domain/scripture/church-year";
import { REMINDER_KINDS, type ReminderKind } from "./choice";
import { isQuietDay, type ReminderPerson } from "./rule";
import { REMINDER_TEXTS, reflectionOf } from "./texts";

/** The feed reaches this far around today; calendars come back for more. */
const DAYS_BACK = 7;
const DAYS_AHEAD = 60;

export type CalendarPerson = ReminderPerson & { prayer: { showSeason: boolean } };

type Feed = {
  person: CalendarPerson;
  /** The person's own day. */
  today: string;
  /** Keeps the events of two people's feeds apart in one calendar. */
  id: string;
  origin: string;
};

const escapeText = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** Lines of 75 bytes at most (RFC 5545, 3.1), never cut inside a character. */
function fold(line: string): string {
  const folded: string[] = [];
  let part = "";
  let bytes = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (bytes + size > 75) {
      folded.push(part);
      part = " ";
      bytes = 1;
    }
    part += character;
    bytes += size;
  }
  return [...folded, part].join("\r\n");
}

const compact = (text: string) => text.replace(/[-:]/g, "");

function event(kind: ReminderKind, date: string, { person, today, id, origin }: Feed): string[] {
  const time = kind === "morning" ? person.morningPromptTime : person.eveningPromptTime;
  const { title, message } = REMINDER_TEXTS[kind];
  const season = person.prayer.showSeason ? `: ${churchDay(date).name}` : "";
  const address = `${origin}${reflectionOf(kind)}`;
  return [
    "BEGIN:VEVENT",
    `UID:${date}-${kind}-${id}@${new URL(origin).hostname}`,
    `DTSTAMP:${compact(today)}T000000Z`,
    // Without a zone: 06:00 wherever the person is.
    `DTSTART:${compact(date)}T${compact(time)}00`,
    "DURATION:PT15M",
    `SUMMARY:${escapeText(title + season)}`,
    `DESCRIPTION:${escapeText(`${message}\n\n${address}`)}`,
    `URL:${address}`,
    "CLASS:PRIVATE",
    "TRANSP:TRANSPARENT",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escapeText(title)}`,
    "TRIGGER:PT0S",
    "END:VALARM",
    "END:VEVENT",
  ];
}

/** The person's reflections as a calendar (RFC 5545). It holds times and the season, never what anybody wrote. */
export function calendarText(feed: Feed): string {
  const { person, today } = feed;
  const days = Array.from({ length: DAYS_BACK + DAYS_AHEAD + 1 }, (_, n) => addDays(today, n - DAYS_BACK));
  const events = days
    .filter((date) => !isQuietDay(date, person))
    .flatMap((date) =>
      REMINDER_KINDS.filter((kind) => person.reminders[kind]).flatMap((kind) => event(kind, date, feed)),
    );
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Still and Know//Reminders//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "X-WR-CALNAME:Still and Know",
    "REFRESH-INTERVAL;VALUE=DURATION:PT12H",
    "X-PUBLISHED-TTL:PT12H",
    ...events,
    "END:VCALENDAR",
  ];
  return `${lines.map(fold).join("\r\n")}\r\n`;
}
