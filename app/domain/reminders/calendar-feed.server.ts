import { createHash } from "node:crypto";
import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventClass,
  ICalEventTransparency,
  type ICalEventData,
} from "ical-generator";
import { storedBytes } from "#models/db/queries.server";
import { UserModel } from "#models/user.server";
import { churchDayName } from "~/domain/calendar/church-day";
import { calendarChoice, type Tradition } from "~/domain/calendar/church-year";
import { DAY, HOUR, MINUTE, SECOND } from "~/domain/calendar/durations";
import { addDays, localMoment, zoneOffsetMs } from "~/domain/calendar/local-day";
import { findTimeZone } from "~/domain/calendar/time-zone";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { REMINDER_KINDS, type ReminderKind } from "~/domain/member/preferences";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { now } from "~/platform/clock";
import { open, seal } from "~/platform/encryption.server";
import { linkOrigin } from "~/platform/request-context.server";
import { hashToken, randomToken } from "~/platform/signing.server";
import { isQuietDate, promptTimeOf, REMINDER_TEXTS, type ReminderSchedule } from "./reminder";

/** From `at` on, the UTC offset is `after`; until then it is `before`. In milliseconds. */
type Observance = { at: number; before: number; after: number };

/** A VTIMEZONE (RFC 5545, 3.6.5) with the offset changes between two moments. Ends with a line break. */
export function vtimezoneText(zone: string, from: Date, to: Date): string {
  const [start, end] = [from.getTime(), to.getTime()];
  const first = zoneOffsetMs(start, zone);
  const observances: Observance[] = [{ at: start, before: first, after: first }];
  for (let at = start; at < end; at += DAY) {
    const [before, after] = [zoneOffsetMs(at, zone), zoneOffsetMs(at + DAY, zone)];
    if (before !== after) observances.push({ at: changeBetween(at, at + DAY, zone), before, after });
  }
  const lines = observances.flatMap(({ at, before, after }) => {
    const name = isDaylight(at, after, zone) ? "DAYLIGHT" : "STANDARD";
    return [
      `BEGIN:${name}`,
      `DTSTART:${localText(at + before)}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(after)}`,
      `END:${name}`,
    ];
  });
  return ["BEGIN:VTIMEZONE", `TZID:${zone}`, ...lines, "END:VTIMEZONE", ""].join("\r\n");
}

/** Binary search for the first minute with the later offset. */
function changeBetween(from: number, to: number, zone: string): number {
  const before = zoneOffsetMs(from, zone);
  let [low, high] = [from, to];
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / (2 * MINUTE)) * MINUTE;
    if (zoneOffsetMs(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

function isDaylight(at: number, offset: number, zone: string): boolean {
  const year = new Date(at).getUTCFullYear();
  return (
    offset > Math.min(zoneOffsetMs(Date.UTC(year, 0, 1), zone), zoneOffsetMs(Date.UTC(year, 6, 1), zone))
  );
}

const localText = (local: number) => new Date(local).toISOString().slice(0, 19).replace(/[-:]/g, "");

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE;
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}${twoDigits(minutes % 60)}`;
}

/** Number of days before and after today in the feed. */
const DAYS_BACK = 7;
const DAYS_AHEAD = 60;
const LENGTH_MS = 15 * MINUTE;
const REFRESH_MS = 12 * HOUR;

type CalendarSchedule = ReminderSchedule & {
  prayer: { showSeason: boolean; tradition: Tradition; feastsOnSunday: boolean };
};

type Feed = {
  schedule: CalendarSchedule;
  /** The member's current day. */
  today: string;
  /** Distinguishes the feeds of several members in one calendar. */
  id: string;
  origin: string;
};

function event(kind: ReminderKind, date: string, { schedule, today, id, origin }: Feed): ICalEventData {
  const { title, message } = REMINDER_TEXTS[kind];
  const season = schedule.prayer.showSeason
    ? `: ${churchDayName(date, calendarChoice(schedule.prayer))}`
    : "";
  const address = `${origin}${paths.reflection(kind)}`;
  const start = new Date(`${date}T${promptTimeOf(kind, schedule)}:00Z`);
  return {
    // Stable, so that calendars recognise the event.
    id: `${date}-${kind}-${id}@${new URL(origin).hostname}`,
    // Rounded to the day, so that an unchanged feed keeps its ETag.
    stamp: new Date(`${today}T00:00:00Z`),
    // Floating, because the library would convert the dates to the server's zone; inZone adds the member's zone.
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

/** The member's reflections as a calendar (RFC 5545): times and the season, never journal text. */
function calendarText(feed: Feed): string {
  const { schedule, today } = feed;
  const days = Array.from({ length: DAYS_BACK + DAYS_AHEAD + 1 }, (_, n) => addDays(today, n - DAYS_BACK));
  const events = days
    .filter((date) => !isQuietDate(date, schedule))
    .flatMap((date) =>
      REMINDER_KINDS.filter((kind) => schedule.reminders[kind]).map((kind) => event(kind, date, feed)),
    );
  const calendar = ical({
    prodId: { company: "Still and Know", product: "Reminders", language: "EN" },
    scale: "GREGORIAN",
    method: ICalCalendarMethod.PUBLISH,
    name: t("Still and Know"),
    ttl: REFRESH_MS / SECOND,
    events,
  });
  // The library omits the last line break, which the format requires.
  const text = `${calendar.toString()}\r\n`;
  const zone = findTimeZone(schedule.timezone);
  return zone ? inZone(text, zone, today) : text;
}

/** Adds a time zone to the events: Google Calendar reads a time without one as UTC. */
function inZone(text: string, zone: string, today: string): string {
  // One day more on both sides, because these are UTC days.
  const from = new Date(`${addDays(today, -DAYS_BACK - 1)}T00:00:00Z`);
  const to = new Date(`${addDays(today, DAYS_AHEAD + 2)}T00:00:00Z`);
  const head = `X-WR-TIMEZONE:${zone}\r\n${vtimezoneText(zone, from, to)}`;
  return text
    .replace(/^(DTSTART|DTEND):(\d{8}T\d{6})(?=\r$)/gm, `$1;TZID=${zone}:$2`)
    .replace(/^(?=BEGIN:VEVENT|END:VCALENDAR)/m, head);
}

/**
 * The private URL `/calendar/:token.ics`: the token is looked up by its hash and stored encrypted with the member's
 * key, so that the settings page can show it again.
 */
const keyOf = (member: Member) => member.accountKey("calendar-feed");
const associatedDataOf = (member: Member) => `users|${member.id}|calendarFeed|1`;

/** The private URL of the feed, or null when there is none. */
export async function calendarFeedUrl(member: Member): Promise<string | null> {
  const user = await UserModel.findById(member.id).select({ calendarFeed: 1 }).lean();
  if (!user?.calendarFeed) return null;
  const token = open(
    keyOf(member),
    storedBytes(user.calendarFeed.sealed),
    associatedDataOf(member),
  ).toString();
  return `${linkOrigin()}/calendar/${token}.ics`;
}

/** Creates or replaces the URL of the feed; an earlier URL becomes invalid. */
export async function renewCalendarFeed(member: Member): Promise<void> {
  const token = randomToken();
  const sealed = seal(keyOf(member), token, associatedDataOf(member));
  const calendarFeed = { hash: hashToken(token), sealed, madeAt: now() };
  await UserModel.updateOne({ _id: member.id }, { $set: { calendarFeed } });
}

export async function stopCalendarFeed(member: Member): Promise<void> {
  await UserModel.updateOne({ _id: member.id }, { $set: { calendarFeed: null } });
}

/** The feed of a token; null when the token is unknown. */
export async function readCalendarFeed(token: string): Promise<{ text: string; etag: string } | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const hash = hashToken(token);
  const user = await UserModel.findOne({ "calendarFeed.hash": hash, status: "active" }).lean();
  if (!user) return null;
  const schedule = memberFrom(user);
  const { date: today } = localMoment(now(), schedule.timezone);
  const text = calendarText({ schedule, today, id: hash.slice(0, 12), origin: linkOrigin() });
  return { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"` };
}
