import ICAL from "ical.js";
import { beforeEach, describe, expect, it } from "vitest";
import { OutgoingMailModel, PushDeviceModel } from "#models/reminders.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createUser } from "#tests/factories/user";
import { answer, load, post } from "#tests/support/request";
import { startSession } from "~/domain/identity/sessions.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { unsubscribeUrl } from "~/domain/reminders/mail/outbox.server";
import { setClock } from "~/platform/clock";
import { action as settingsAction, loader as settingsLoader } from "~/routes/member/settings/reminders/route";
import { action as unsubscribeAction, loader as unsubscribeLoader } from "~/routes/public/unsubscribe";
import { loader as calendarLoader } from "~/routes/resources/calendar-feed";

let user: UserRecord;
let session: string;
let at = new Date("2026-11-21T10:00:00Z");

beforeEach(async () => {
  at = new Date("2026-11-21T10:00:00Z");
  setClock(() => at);
  user = await createUser({ timezone: "America/New_York", morningPromptTime: "05:45" });
  ({ secret: session } = await startSession(user, { remember: true, device: "Test" }));
});

const save = async (
  fields: Record<string, string> | URLSearchParams,
  headers: Record<string, string> = {},
) => {
  const args = await post("/settings/reminders", {}, { session, headers });
  const body = new URLSearchParams(fields);
  args.request = new Request(args.request.url, { method: "POST", headers: args.request.headers, body });
  return answer(() => settingsAction(args));
};
type Shown = { address: string | null; choice: Record<string, unknown>; devices: { device: string }[] };
const shown = async () => (await load(settingsLoader, "/settings/reminders", { session })).data as Shown;
const record = async () => UserModel.findById(user._id).lean();

describe("/settings/reminders", () => {
  it("saves checked and unchecked boxes", async () => {
    expect((await shown()).choice).toEqual({
      morning: true,
      evening: true,
      inApp: true,
      email: false,
      quietDays: [],
    });
    const fields = new URLSearchParams({ intent: "save", evening: "on", email: "on" });
    for (const day of ["6", "0"]) fields.append("quietDays", day);
    expect(await save(fields)).toMatchObject({ status: 302, location: "/settings/reminders" });
    expect((await shown()).choice).toEqual({
      morning: false,
      evening: true,
      inApp: false,
      email: true,
      quietDays: [0, 6],
    });
    expect((await record())?.reminders?.nextAt).toBeInstanceOf(Date);
    expect((await save({ intent: "save", quietDays: "7" })).status).toBe(400);
    expect((await save({ intent: "save", nextAt: "2020-01-01", quietDays: "1" })).status).toBe(302);
    expect((await record())?.reminders).toMatchObject({ quietDays: [1], email: false });
    expect((await record())?.reminders?.nextAt).toBeUndefined();
  });

  it("sends a test email with the fixed text, at most five per hour", async () => {
    await save({ intent: "save", email: "on" });
    for (let n = 0; n < 5; n++) {
      // Each rendered form has its own idempotency key.
      const result = await save({ intent: "test", _submission: `submission-${n}` });
      expect(result.status).toBe(302);
    }
    expect(await save({ intent: "test", _submission: "submission-6" })).toMatchObject({ status: 429 });
    expect(await OutgoingMailModel.countDocuments({ kind: "reminder" })).toBe(5);
  });

  it("adds a device only for a known push service, and removes it", async () => {
    const keys = { p256dh: "B".repeat(87), auth: "a".repeat(22) };
    const add = (endpoint: string) =>
      save({ intent: "push", endpoint, ...keys }, { "User-Agent": "Mozilla/5.0 (X11; Linux) Firefox/140" });
    for (const bad of ["http://127.0.0.1:27017/", "https://169.254.169.254/latest", "https://evil.test/fcm"])
      expect((await add(bad)).status).toBe(400);
    expect((await add("https://fcm.googleapis.com/fcm/send/abc")).status).toBe(302);
    const { devices } = await shown();
    expect(devices).toMatchObject([{ device: "Firefox on Linux", since: "21 November 2026" }]);
    const stored = await PushDeviceModel.findOne().lean();
    await save({ intent: "no-push", device: stored?._id ?? "" });
    expect((await shown()).devices).toEqual([]);
  });
});

describe("calendar feed", () => {
  const fetchFeed = (address: string, headers: Record<string, string> = {}) => {
    const path = new URL(address).pathname;
    return load(calendarLoader, path, { params: { file: path.split("/").at(-1) }, headers });
  };
  const open = async () => {
    await save({ intent: "calendar" });
    return (await shown()).address ?? "";
  };
  const eventsOf = (text: unknown) => {
    const calendar = new ICAL.Component(ICAL.parse(String(text)) as unknown[]);
    return calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
  };

  it("is off by default, then shows times in the member's zone and the season", async () => {
    expect((await shown()).address).toBeNull();
    const feed = await fetchFeed(await open());
    expect(feed.status).toBe(200);
    expect(feed.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    const events = eventsOf(feed.data);
    expect(events).toHaveLength(68 * 2);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
    const first = events.filter(({ startDate }) => startDate.toString().startsWith("2026-11-29"));
    expect(first.map(({ summary, startDate }) => [summary, startDate.toString()])).toEqual([
      ["Morning Reflection: First Sunday of Advent", "2026-11-29T05:45:00"],
      ["Evening Reflection: First Sunday of Advent", "2026-11-29T18:00:00"],
    ]);
    expect(first.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual([
      "2026-11-29T10:45:00.000Z",
      "2026-11-29T23:00:00.000Z",
    ]);
    expect(String(feed.data)).toMatch(/^X-WR-TIMEZONE:America\/New_York\r$/m);
    expect(new Set(events.map(({ startDate }) => startDate.zone?.tzid))).toEqual(
      new Set(["America/New_York"]),
    );
    expect(first[0]?.description).toContain("It's time for your morning reflection. Take a moment");
    expect(first[0]?.component.getFirstSubcomponent("valarm")?.getFirstPropertyValue("action")).toBe(
      "DISPLAY",
    );
    const lines = String(feed.data).split("\r\n");
    expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !line.includes("\n"))).toBe(true);
  });

  it("keeps the local time across a change of offset", async () => {
    at = new Date("2027-03-01T10:00:00Z");
    ({ secret: session } = await startSession(user, { remember: true, device: "Test" }));
    const events = eventsOf((await fetchFeed(await open())).data);
    const instantsOn = (day: string) =>
      events
        .filter(({ startDate }) => startDate.toString().startsWith(day))
        .map(({ startDate }) => startDate.toJSDate().toISOString());
    expect(instantsOn("2027-03-13")).toEqual(["2027-03-13T10:45:00.000Z", "2027-03-13T23:00:00.000Z"]);
    expect(instantsOn("2027-03-14")).toEqual(["2027-03-14T09:45:00.000Z", "2027-03-14T22:00:00.000Z"]);
    expect(instantsOn("2027-04-20")).toEqual(["2027-04-20T09:45:00.000Z", "2027-04-20T22:00:00.000Z"]);
  });

  it("has floating times while the member has no time zone", async () => {
    await UserModel.updateOne({ _id: user._id }, { timezone: "" });
    const feed = await fetchFeed(await open());
    expect(String(feed.data)).not.toMatch(/TZID|TIMEZONE|DTSTART:\d+T\d+Z/);
    const zones = eventsOf(feed.data).map(({ startDate }) => startDate.zone);
    expect(zones.every((zone) => zone === ICAL.Timezone.localTimezone)).toBe(true);
  });

  it("has stable event ids, and changes only once a day", async () => {
    const address = await open();
    const first = String((await fetchFeed(address)).data);
    expect(String((await fetchFeed(address)).data)).toBe(first);
    expect(first.endsWith("END:VCALENDAR\r\n")).toBe(true);
    expect(new Set(first.match(/^DTSTAMP:.*$/gm))).toEqual(new Set(["DTSTAMP:20261121T000000Z"]));
    const uidOn = (text: string, day: string) => eventsOf(text).find(({ uid }) => uid.startsWith(day))?.uid;
    at = new Date("2026-11-22T10:00:00Z");
    const next = String((await fetchFeed(address)).data);
    expect(uidOn(next, "2026-11-29-morning")).toMatch(/^2026-11-29-morning-[\w-]{12}@localhost$/);
    expect(uidOn(next, "2026-11-29-morning")).toBe(uidOn(first, "2026-11-29-morning"));
    const trigger = eventsOf(next)[0]
      ?.component.getFirstSubcomponent("valarm")
      ?.getFirstPropertyValue("trigger");
    expect(String(trigger)).toBe("PT0S");
  });

  it("omits quiet days, disabled kinds, and the season if hidden", async () => {
    const address = await open();
    const fields = new URLSearchParams({ intent: "save", evening: "on" });
    fields.append("quietDays", "0");
    await save(fields);
    await UserModel.updateOne({ _id: user._id }, { "prayer.showSeason": false });
    const events = eventsOf((await fetchFeed(address)).data);
    expect(new Set(events.map(({ summary }) => summary))).toEqual(new Set(["Evening Reflection"]));
    expect(events.some(({ startDate }) => startDate.toString().startsWith("2026-11-22"))).toBe(false);
    expect(events).toHaveLength(58);
  });

  it("returns 304 while unchanged, and a new feed on the next day", async () => {
    const address = await open();
    const etag = (await fetchFeed(address)).headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect((await fetchFeed(address, { "If-None-Match": `"other", W/${etag}` })).status).toBe(304);
    expect((await fetchFeed(address, { "If-None-Match": '"other"' })).status).toBe(200);
    at = new Date("2026-11-22T10:00:00Z");
    expect((await fetchFeed(address, { "If-None-Match": etag })).status).toBe(200);
  });

  it("has a private URL that can be renewed or disabled, and returns 404 for a locked account", async () => {
    const old = await open();
    const renewed = await open();
    expect(renewed).not.toBe(old);
    expect(renewed).toMatch(/^http:\/\/localhost:3000\/calendar\/[\w-]{43}\.ics$/);
    expect((await fetchFeed(old)).status).toBe(404);
    expect((await fetchFeed(renewed)).status).toBe(200);
    const token = renewed.split("/").at(-1)?.replace(".ics", "") ?? "";
    expect(JSON.stringify(await record())).not.toContain(token);
    for (const other of [token.slice(0, -1), `${token}x`, "", "a".repeat(43)])
      expect((await fetchFeed(`http://localhost:3000/calendar/${other}.ics`)).status).toBe(404);
    expect((await fetchFeed(renewed.replace(".ics", ""))).status).toBe(404);
    await UserModel.updateOne({ _id: user._id }, { status: "locked" });
    expect((await fetchFeed(renewed)).status).toBe(404);
    await UserModel.updateOne({ _id: user._id }, { status: "active" });
    await save({ intent: "no-calendar" });
    expect((await fetchFeed(renewed)).status).toBe(404);
    expect((await shown()).address).toBeNull();
  });

  it("contains no journal text", async () => {
    await createEntry(memberFrom(user), { forDate: "2026-11-21", content: { body: "canary-7f3a" } });
    const feed = await fetchFeed(await open());
    expect(String(feed.data)).not.toMatch(/canary|person_|example\.test/);
  });
});

describe("unsubscribe link", () => {
  const token = () => unsubscribeUrl("reminders", user._id).split("/").at(-1) ?? "";
  const open = (text: string) => load(unsubscribeLoader, `/unsubscribe/${text}`, { params: { token: text } });
  const stop = async (text: string, headers: Record<string, string> = {}) => {
    const path = `http://localhost:3000/unsubscribe/${text}`;
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    const request = new Request(path, { method: "POST", body, headers });
    return answer(() => unsubscribeAction({ request, params: { token: text }, context: {} }));
  };
  const wants = async () => (await record())?.reminders?.email;

  beforeEach(() => save({ intent: "save", email: "on", inApp: "on", morning: "on", evening: "on" }));

  it("unsubscribes by one POST without cookie, origin or token, and does nothing on GET", async () => {
    expect(await open(token())).toMatchObject({ status: 200, data: { list: "reminders" } });
    expect(await wants()).toBe(true);
    expect(await stop(token())).toMatchObject({ status: 200, data: { done: true } });
    expect(await wants()).toBe(false);
    expect((await stop(token())).status).toBe(200);
    expect((await record())?.reminders).toMatchObject({ inApp: true, morning: true });
  });

  it("rejects altered tokens and requests from other sites", async () => {
    const [list, id, signature] = token().split(".");
    for (const bad of [
      `${list}.${Number(id) + 1}.${signature}`,
      `${list}.${id}.x`,
      `other.${id}.${signature}`,
      "x",
    ]) {
      expect((await open(bad)).status).toBe(404);
      expect((await stop(bad)).status).toBe(404);
    }
    expect((await stop(token(), { Origin: "https://evil.test" })).status).toBe(403);
    expect((await stop(token(), { Origin: "null", "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    expect((await stop("x", { Origin: "null" })).status).toBe(403);
    expect(await wants()).toBe(true);
  });

  it("is accepted when the browser withholds the origin", async () => {
    expect((await stop(token(), { Origin: "null", "Sec-Fetch-Site": "same-origin" })).status).toBe(200);
    expect(await wants()).toBe(false);
  });
});
