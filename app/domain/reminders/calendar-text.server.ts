import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventClass,
  ICalEventTransparency,
  type ICalEventData,
} from "ical-generator";
import { HOUR, MINUTE, SECOND } from "~/domain/calendar/durations";
import { addDays } from "~/domain/calendar/local-day";
import { zoneNamed } from "~/domain/calendar/time-zone";
import { churchName, followedBy, type Tradition } from "~/domain/church-year/traditions";
import { REMINDER_KINDS, type ReminderKind } from "~/domain/member/reminder-choice";
import { t } from "~/i18n/t";
import { isQuietDay, type ReminderPerson } from "./rule";
import { reflectionOf, REMINDER_TEXTS } from "./texts";
import { vtimezoneText } from "./vtimezone";

/** The feed reaches this far around today; calendars come back for more. */
const DAYS_BACK = 7;
const DAYS_AHEAD = 60;
const LENGTH_MS = 15 * MINUTE;
const ASK_AGAIN_MS = 12 * HOUR;

type CalendarPerson = ReminderPerson & {
  prayer: { showSeason: boolean; tradition: Tradition; feastsOnSunday: boolean };
};

type Feed = {
  person: CalendarPerson;
  /** The person's own day. */
  today: string;
  /** Keeps the events of two people's feeds apart in one calendar. */
  id: string;
  origin: string;
};

function event(kind: ReminderKind, date: string, { person, today, id, origin }: Feed): ICalEventData {
  const time = kind === "morning" ? person.morningPromptTime : person.eveningPromptTime;
  const { title, message } = REMINDER_TEXTS[kind];
  const season = person.prayer.showSeason ? `: ${churchName(date, followedBy(person.prayer))}` : "";
  const address = `${origin}${reflectionOf(kind)}`;
  const start = new Date(`${date}T${time}:00Z`);
  return {
    // The same every day, so that a calendar knows the event again.
    id: `${date}-${kind}-${id}@${new URL(origin).hostname}`,
    // By the day and not by the moment: what has not changed has the same text, and the same tag.
    stamp: new Date(`${today}T00:00:00Z`),
    // The library writes dates in the zone of this machine, so the zone is added to the text below.
    floating: true,
    start,
    end: new Date(start.getTime() + LENGTH_MS),
    summary: title + season,
    description: `${message}\n\n${address}`,
    url: address,
    class: ICalEventClass.PRIVATE,
    transparency: ICalEventTransparency.TRANSPARENT,
    alarms: [{ type: ICalAlarmType.display, trigger: 0, description: title }],
  };
}

/** The person's reflections as a calendar (RFC 5545). It holds times and the season, never what anyone wrote. */
export function calendarText(feed: Feed): string {
  const { person, today } = feed;
  const days = Array.from({ length: DAYS_BACK + DAYS_AHEAD + 1 }, (_, n) => addDays(today, n - DAYS_BACK));
  const events = days
    .filter((date) => !isQuietDay(date, person))
    .flatMap((date) =>
      REMINDER_KINDS.filter((kind) => person.reminders[kind]).map((kind) => event(kind, date, feed)),
    );
  const calendar = ical({
    prodId: { company: "Still and Know", product: "Reminders", language: "EN" },
    scale: "GREGORIAN",
    method: ICalCalendarMethod.PUBLISH,
    name: t("Still and Know"),
    ttl: ASK_AGAIN_MS / SECOND,
    events,
  });
  // The library leaves out the end of the last line, which the format asks for.
  const text = `${calendar.toString()}\r\n`;
  const zone = zoneNamed(person.timezone);
  return zone ? inZone(text, zone, today) : text;
}

/** Gives the events a time zone: Google Calendar reads a time without one as Universal Time. */
function inZone(text: string, zone: string, today: string): string {
  // A day more on both sides, because these days are those of Universal Time.
  const from = new Date(`${addDays(today, -DAYS_BACK - 1)}T00:00:00Z`);
  const to = new Date(`${addDays(today, DAYS_AHEAD + 2)}T00:00:00Z`);
  const head = `X-WR-TIMEZONE:${zone}\r\n${vtimezoneText(zone, from, to)}`;
  return text
    .replace(/^(DTSTART|DTEND):(\d{8}T\d{6})(?=\r$)/gm, `$1;TZID=${zone}:$2`)
    .replace(/^(?=BEGIN:VEVENT|END:VCALENDAR)/m, head);
}
