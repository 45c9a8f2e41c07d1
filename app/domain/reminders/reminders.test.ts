import { describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import { DAY, HOUR, MINUTE } from "~/domain/calendar/durations";
import { instantOf, localMoment } from "~/domain/calendar/local-day";
import { vtimezoneText } from "./calendar-feed.server";
import {
  dueReminder,
  nextReminderCheckAt,
  plannedReminder,
  reminderId,
  remindersToSend,
  type ReminderSchedule,
} from "./reminder";
import { isPushService } from "./schema";

const defaultSchedule: ReminderSchedule = {
  timezone: "UTC",
  morningPromptTime: "06:00",
  eveningPromptTime: "18:00",
  reminders: { morning: true, evening: true, quietDays: [] },
  rhythm: { restDay: null, pauses: [] },
};
const at = (text: string) => new Date(`${text}:00Z`);
const due = (text: string, person: Partial<ReminderSchedule> = {}, given: string[] = []) =>
  dueReminder(at(text), { ...defaultSchedule, ...person }, given)?.kind ?? null;

describe("due reminder", () => {
  it.each([
    ["2026-11-21T05:29", null],
    ["2026-11-21T05:30", "morning"],
    ["2026-11-21T06:30", "morning"],
    ["2026-11-21T06:31", null],
    ["2026-11-21T17:29", null],
    ["2026-11-21T17:30", "evening"],
    ["2026-11-21T18:30", "evening"],
    ["2026-11-21T18:31", null],
  ])("is due within thirty minutes of the prompt time: at %s %s", (text, kind) => {
    expect(due(text)).toBe(kind);
  });

  it.each([
    ["02:50", "2026-11-21T02:59", null],
    ["02:50", "2026-11-21T03:00", "morning"],
    ["02:50", "2026-11-21T03:20", "morning"],
    ["02:20", "2026-11-21T02:50", null],
    ["16:10", "2026-11-21T15:39", null],
    ["16:10", "2026-11-21T15:59", "morning"],
    ["16:10", "2026-11-21T16:00", null],
  ])(
    "is due in the morning only between 03:00 and 16:00: for %s at %s %s",
    (morningPromptTime, text, kind) => {
      expect(due(text, { morningPromptTime })).toBe(kind);
    },
  );

  it("is due at any chosen hour when it is for the evening", () => {
    expect(due("2026-11-21T10:00", { eveningPromptTime: "10:10" })).toBe("evening");
    const both = { morningPromptTime: "10:00", eveningPromptTime: "10:10" };
    expect(due("2026-11-21T10:05", both)).toBe("morning");
    expect(due("2026-11-21T10:05", both, ["2026-11-21-morning"])).toBe("evening");
  });

  it("is due once per kind and local day", () => {
    expect(due("2026-11-21T06:00", {}, ["2026-11-21-morning"])).toBeNull();
    expect(due("2026-11-21T06:00", {}, ["2026-11-20-morning", "2026-11-21-evening"])).toBe("morning");
    // The window ends at midnight, so that an evening at 23:50 is not due again.
    expect(due("2026-11-22T00:05", { eveningPromptTime: "23:50" })).toBeNull();
  });

  it("is not due on quiet days, on the day of rest, in a pause, or when disabled", () => {
    const { reminders } = defaultSchedule;
    expect(due("2026-11-21T06:00", { reminders: { ...reminders, quietDays: [6] } })).toBeNull();
    expect(due("2026-11-21T06:00", { rhythm: { restDay: 6, pauses: [] } })).toBeNull();
    const pauses = [{ from: "2026-11-20", until: "2026-11-21" }];
    expect(due("2026-11-21T06:00", { rhythm: { restDay: null, pauses } })).toBeNull();
    expect(due("2026-11-22T06:00", { rhythm: { restDay: null, pauses } })).toBe("morning");
    expect(due("2026-11-21T06:00", { reminders: { ...reminders, morning: false } })).toBeNull();
  });
});

/** One zone per behaviour; zones behave alike if all their offsets over the years match. */
function zonesByBehaviour(): string[] {
  const seen = new Map<string, string>();
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    const offsets: string[] = [];
    for (let year = 2024; year <= 2030; year += 2)
      for (let month = 0; month < 12; month++)
        offsets.push(localMoment(new Date(Date.UTC(year, month, 11)), zone).time);
    const name = offsets.join();
    if (!seen.has(name)) seen.set(name, zone);
  }
  return [...seen.values()];
}

/** The first two days with a change of offset, found by comparing the noons. */
function offsetChanges(zone: string): number[] {
  const found: number[] = [];
  let last = "";
  for (let day = Date.UTC(2024, 0, 1, 12); day < Date.UTC(2031, 0, 1) && found.length < 2; day += DAY) {
    const { time } = localMoment(new Date(day), zone);
    if (last && time !== last) found.push(day);
    last = time;
  }
  return found;
}

/** The ids of due reminders when the app is always open and checks every five minutes. */
function dueReminderIds(person: ReminderSchedule, from: number, until: number): string[] {
  const given: string[] = [];
  for (let moment = from; moment < until; moment += 5 * MINUTE) {
    const reminder = dueReminder(new Date(moment), person, given);
    if (reminder) given.push(reminderId(reminder));
  }
  return given;
}

function wholeDays(zone: string, from: number, until: number): string[] {
  const days = new Set<string>();
  for (let moment = from; moment < until; moment += HOUR) days.add(localMoment(new Date(moment), zone).date);
  return [...days].slice(1, -1);
}

describe("reminders in every zone and across every change of its offset", () => {
  const zones = zonesByBehaviour();

  it("plans exactly one morning and one evening per local day", { tags: ["release"] }, () => {
    expect(zones.length).toBeGreaterThan(40);
    for (const zone of zones) {
      // One change forward and one back.
      for (const change of offsetChanges(zone)) {
        const [from, until] = [change - 2 * DAY, change + 1.5 * DAY];
        for (const times of [
          { morningPromptTime: "06:00", eveningPromptTime: "18:00" },
          { morningPromptTime: "03:10", eveningPromptTime: "02:30" },
        ]) {
          const person = { ...defaultSchedule, ...times, timezone: zone };
          const given = dueReminderIds(person, from, until);
          for (const date of wholeDays(zone, from, until)) {
            for (const kind of ["morning", "evening"] as const) {
              const count = given.filter((id) => id === reminderId({ kind, date })).length;
              expect([zone, times.eveningPromptTime, date, kind, count]).toEqual([
                zone,
                times.eveningPromptTime,
                date,
                kind,
                1,
              ]);
            }
          }
        }
      }
    }
  });

  const anyTime = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
  const anyDay = fc
    .integer({ min: 0, max: 2550 })
    .map((days) => new Date(Date.UTC(2024, 0, 1) + days * DAY).toISOString().slice(0, 10));
  const anyZone = fc.constantFrom(...zones);

  it("resolves a local time to the same instant as a linear search", () => {
    fc.assert(
      fc.property(anyDay, anyTime, anyZone, (date, time, zone) => {
        const found = instantOf(date, time, zone);
        const start = Date.parse(`${date}T00:00:00Z`) - 15 * HOUR;
        // Every quarter of an hour with this minute; offsets change in quarters at most.
        const offset = Number(time.slice(3)) % 15;
        for (let moment = start + offset * MINUTE; moment < start + 54 * HOUR; moment += 15 * MINUTE) {
          const local = localMoment(new Date(moment), zone);
          if (local.date !== date || local.time !== time) continue;
          expect(found).toEqual(new Date(moment));
          return;
        }
        // A skipped local time is resolved to a later one.
        const shown = localMoment(found, zone);
        expect(`${shown.date}T${shown.time}` > `${date}T${time}`).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("plans only due reminders and visits each once when following nextReminderCheckAt", () => {
    fc.assert(
      fc.property(anyDay, anyTime, anyTime, anyZone, (date, morning, evening, zone) => {
        const person = {
          ...defaultSchedule,
          morningPromptTime: morning,
          eveningPromptTime: evening,
          timezone: zone,
        };
        const sent: string[] = [];
        const end = Date.parse(`${date}T12:00:00Z`) + 4 * DAY;
        let checks = 0;
        for (let now = new Date(Date.parse(`${date}T12:00:00Z`)); now.getTime() < end;) {
          for (const planned of remindersToSend(now, person)) {
            const id = reminderId(planned);
            const others = ["morning", "evening"].filter((kind) => kind !== planned.kind);
            expect(
              dueReminder(
                planned.at,
                person,
                others.map((kind) => `${planned.date}-${kind}`),
              ),
            ).toMatchObject({
              kind: planned.kind,
            });
            if (planned.at.getTime() === now.getTime()) sent.push(id);
          }
          const next = nextReminderCheckAt(now, person);
          expect(next.getTime()).toBeGreaterThan(now.getTime());
          expect(next.getTime()).toBeLessThanOrEqual(now.getTime() + DAY);
          now = next;
          checks++;
        }
        expect(checks).toBeLessThan(16);
        expect(new Set(sent).size).toBe(sent.length);
        for (const day of wholeDays(zone, end - 3 * DAY, end - DAY)) {
          for (const kind of ["morning", "evening"] as const) {
            const planned = plannedReminder(kind, day, person);
            expect(sent.includes(reminderId({ kind, date: day }))).toBe(planned !== null);
            // A morning is only omitted when it is too far outside its window.
            if (!planned) expect([kind, morning < "02:30" || morning > "16:29"]).toEqual(["morning", true]);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});

const textOf = (zone: string, from: string, to: string) =>
  vtimezoneText(zone, new Date(from), new Date(to)).split("\r\n");

describe("VTIMEZONE", () => {
  it("contains the offsets before and after each change", () => {
    expect(textOf("Europe/Berlin", "2026-10-01T00:00:00Z", "2027-04-01T00:00:00Z")).toEqual([
      "BEGIN:VTIMEZONE",
      "TZID:Europe/Berlin",
      ...[
        "BEGIN:DAYLIGHT",
        "DTSTART:20261001T020000",
        "TZOFFSETFROM:+0200",
        "TZOFFSETTO:+0200",
        "END:DAYLIGHT",
      ],
      ...[
        "BEGIN:STANDARD",
        "DTSTART:20261025T030000",
        "TZOFFSETFROM:+0200",
        "TZOFFSETTO:+0100",
        "END:STANDARD",
      ],
      ...[
        "BEGIN:DAYLIGHT",
        "DTSTART:20270328T020000",
        "TZOFFSETFROM:+0100",
        "TZOFFSETTO:+0200",
        "END:DAYLIGHT",
      ],
      "END:VTIMEZONE",
      "",
    ]);
  });

  it.each([
    ["Asia/Kolkata", "+0530"],
    ["America/St_Johns", "-0330"],
    ["UTC", "+0000"],
  ])("has for %s the offset %s", (zone, offset) => {
    expect(textOf(zone, "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z")).toContain(`TZOFFSETTO:${offset}`);
  });
});

describe("isPushService", () => {
  it.each([
    ["https://updates.push.services.mozilla.com/wpush/v2/x", true],
    ["https://web.push.apple.com/x", true],
    ["https://wns2-par02p.notify.windows.com/w/?token=x", true],
    ["https://fcm.googleapis.com.evil.test/x", false],
    ["https://evilpush.apple.com.test/x", false],
    ["https://fcm.googleapis.com:8443/x", false],
    ["https://user@fcm.googleapis.com/x", false],
    ["ftp://fcm.googleapis.com/x", false],
    ["nonsense", false],
  ])("returns for %s %s", (address, known) => {
    expect(isPushService(address)).toBe(known);
  });
});
