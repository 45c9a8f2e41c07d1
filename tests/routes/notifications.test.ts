import { beforeEach, describe, expect, it } from "vitest";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import {
  createSession,
  readMember,
  see,
  send,
  signIn,
  type Fields,
  type MemberSession,
  type Page,
} from "#tests/support/member-session";
import { callJson } from "#tests/support/request";
import { startSession } from "~/domain/identity/sessions.server";
import type { Member } from "~/domain/member/member";
import { claimReminder } from "~/domain/reminders/notifications.server";
import { setClock } from "~/platform/clock";
import { action as askAction } from "~/routes/api/reminders";
import * as dashboardPage from "~/routes/member/dashboard/route";
import * as listPage from "~/routes/member/notifications";

/** 06:10 and 18:10 in Berlin. */
const MORNING = new Date("2026-11-21T05:10:00Z");
const EVENING = new Date("2026-11-21T17:10:00Z");
const TEXTS = {
  morning: {
    title: "Morning Reflection",
    message: "It's time for your morning reflection. Take a moment to start your day mindfully.",
  },
  evening: {
    title: "Evening Reflection",
    message: "Take a moment to reflect on your day and prepare for rest.",
  },
};

let at = MORNING;
let member: Member;
let session: string;

beforeEach(async () => {
  at = MORNING;
  setClock(() => at);
  const signedIn = await signIn({ timezone: "Europe/Berlin" });
  // Remembered, so that the session lasts from morning to evening.
  ({ secret: signedIn.session } = await startSession(signedIn.user, { remember: true, device: "Test" }));
  ({ member, session } = signedIn);
});

const ask = (secret: string | undefined = session) =>
  callJson(askAction, "/api/reminders", {}, { session: secret });
const list = async (): Promise<Page> => (await see(listPage, "/notifications")).page;
const mark = (fields: Fields, by?: MemberSession) => send(listPage, "/notifications", fields, {}, by);
const unread = async () => (await list()).filter(({ read }: Page) => !read).length;
const banners = async (): Promise<string[]> =>
  (await see(dashboardPage, "/dashboard")).page.reminders.map(({ id }: Page) => id);
const stored = async () => (await UserModel.findById(member.id).orFail().lean()).notifications;

describe("page that claims a reminder", () => {
  it("gets the fixed text once per kind and day among twenty pages", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    const given = answers.map(({ data }) => (data as { notification: unknown }).notification).filter(Boolean);
    expect(given).toEqual([
      {
        id: "2026-11-21-morning",
        ...TEXTS.morning,
        type: "morning",
        time: MORNING.toISOString(),
        read: false,
      },
    ]);
    at = EVENING;
    expect((await ask()).data).toMatchObject({ notification: { type: "evening", ...TEXTS.evening } });
    expect((await ask()).data).toEqual({ notification: null });
    expect(answers[0]?.headers.get("Cache-Control")).toBe("no-store");
  });

  it("gets none outside the hours, when disabled, or when the reflection is written", async () => {
    at = new Date("2026-11-21T09:00:00Z");
    expect((await ask()).data).toEqual({ notification: null });
    at = MORNING;
    await UserModel.updateOne({ _id: member.id }, { "reminders.inApp": false });
    expect((await ask()).data).toEqual({ notification: null });
    await UserModel.updateOne({ _id: member.id }, { "reminders.inApp": true });
    await createEntry(member, { slot: "morning", kind: "habit", forDate: "2026-11-21" });
    expect((await ask()).data).toEqual({ notification: null });
    expect(await unread()).toBe(0);
  });

  it("returns 401 to visitors", async () => {
    expect(await ask("unknown")).toMatchObject({ status: 401 });
  });
});

describe("reminders without script", () => {
  it("are shown when due on the dashboard and in the list, and can be marked as read", async () => {
    expect([await unread(), await banners()]).toEqual([1, ["2026-11-21-morning"]]);
    expect(await list()).toMatchObject([
      { ...TEXTS.morning, type: "morning", read: false, when: "Today, 06:10" },
    ]);
    const marked = await mark({ intent: "read", id: "2026-11-21-morning", back: "/dashboard" });
    expect(marked).toMatchObject({ status: 302, location: "/dashboard" });
    expect([await unread(), await banners()]).toEqual([0, []]);
    expect(await list()).toMatchObject([{ type: "morning", read: true }]);
    expect((await ask()).data).toEqual({ notification: null });
  });

  it("stay until read, written or the end of the day", async () => {
    await ask();
    at = EVENING;
    await ask();
    expect([await unread(), await banners()]).toEqual([2, ["2026-11-21-morning", "2026-11-21-evening"]]);
    await createEntry(member, { slot: "morning", kind: "habit", forDate: "2026-11-21" });
    expect(await banners()).toEqual(["2026-11-21-evening"]);
    at = new Date("2026-11-22T01:00:00Z");
    expect(await banners()).toEqual([]);
    expect(await list()).toMatchObject([{ read: false }, { type: "morning", when: "Yesterday, 06:10" }]);
    await mark({ intent: "read-all" });
    expect(await list()).toMatchObject([{ read: true }, { read: true }]);
  });
});

describe("read marks", () => {
  it("apply to the member's stored or due reminders only, and do not redirect elsewhere", async () => {
    const other = await createSession();
    await ask();
    const elsewhere = await mark({ intent: "read", id: "2026-11-21-evening", back: "https://evil.test" });
    expect(elsewhere).toMatchObject({ status: 302, location: "/notifications" });
    await mark({ intent: "read", id: "2026-11-21-morning" }, other);
    expect(await stored()).toMatchObject([{ id: "2026-11-21-morning", read: false }]);
    expect((await mark({ intent: "steal" })).status).toBe(400);
  });

  it("are stored for three weeks", async () => {
    for (let day = 0; day < 25; day++) {
      for (const moment of [MORNING, EVENING]) {
        at = new Date(moment.getTime() + day * 86_400_000);
        expect(await claimReminder(await readMember())).not.toBeNull();
      }
    }
    const notifications = await stored();
    expect(notifications).toHaveLength(42);
    expect(notifications.at(-1)?.id).toBe("2026-12-15-evening");
  });
});
