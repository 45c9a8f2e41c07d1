import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PictureModel } from "#models/picture.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import {
  errorsIn,
  readMember,
  see,
  send,
  signIn,
  updateMember,
  type Fields,
  type Page,
} from "#tests/support/member-session";
import { uploadJournal } from "#tests/support/upload-journal";
import DEMONSTRATION from "~/content/demonstration.yaml";
import { saveTodayPrayer } from "~/domain/accounts/onboarding/anonymous-prayer.server";
import { loadWelcome, welcomeMessage, welcomeState } from "~/domain/accounts/support/instance.server";
import { createDemoAccount, DEMO_ACCOUNT } from "~/domain/administration/demo/create-demo-account.server";
import { startSession } from "~/domain/identity/sessions.server";
import { FIELD_MESSAGES } from "~/domain/identity/texts";
import type { Member } from "~/domain/member/member";
import { DEFAULT_PRAYER } from "~/domain/member/prayer-settings";
import { runImport } from "~/domain/portability/run-import.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import * as dashboard from "~/routes/member/dashboard/route";
import * as home from "~/routes/public/home";

/** A member who has not answered the questions of the first visit. */
async function newcomer(overrides: Partial<UserRecord> = {}): Promise<Member> {
  const { member } = await signIn(overrides);
  await updateMember({ prayer: { ...DEFAULT_PRAYER, length: 0 } });
  return member;
}
const seeDashboard = async (): Promise<Page> => (await see(dashboard, "/dashboard")).page;
const answerQuestions = (fields: Fields) => send(dashboard, "/dashboard", fields);

describe("first-run questions", () => {
  it("include the prompt sets of the plan, and are all that the page shows until they are answered", async () => {
    await newcomer({ subscriptionTier: "tier2" });
    const page = await seeDashboard();
    expect(page).toMatchObject({
      firstRun: {
        ...{ firstName: "", tradition: "ecumenical", morningPromptTime: "06:00" },
        promptSetPreference: "daily_habit",
      },
      sets: [{ key: "daily_habit" }, { key: "random_prompts" }, { key: "lectio_examen" }],
    });
    expect(Object.keys(page).sort()).toEqual(["firstRun", "name", "sets", "welcome"]);
    const begun = await answerQuestions({
      intent: "begin",
      firstName: " Ada ",
      length: "3",
      tradition: "roman",
      morningPromptTime: "5:30",
      eveningPromptTime: "20:00",
      timezone: "Rome",
      promptSetPreference: "lectio_examen",
    });
    expect(begun).toMatchObject({ status: 302, location: "/journal" });
    expect(await readMember()).toMatchObject({
      firstName: "Ada",
      morningPromptTime: "05:30",
      eveningPromptTime: "20:00",
      timezone: "Europe/Rome",
      promptSetPreference: "lectio_examen",
      prayer: { length: 3, tradition: "roman", showSeason: true, passagePlan: "season" },
    });
  });

  it("report an unknown zone with the other errors and keep the input", async () => {
    await newcomer();
    const typed = {
      intent: "begin",
      length: "5",
      tradition: "unknown",
      morningPromptTime: "6 o'clock",
      eveningPromptTime: "late",
      timezone: "Atlantis",
    };
    const refusal = await answerQuestions(typed);
    expect(refusal).toMatchObject({ status: 400, data: { lastResult: { initialValue: typed } } });
    expect(errorsIn(refusal)).toEqual({
      length: [expect.any(String)],
      tradition: [expect.any(String)],
      morningPromptTime: ["Please enter a time as HH:MM, for example 06:30."],
      eveningPromptTime: ["Please enter a time as HH:MM, for example 06:30."],
      timezone: [FIELD_MESSAGES.zoneUnknown],
    });
  });

  it("are not shown to a member with entries", async () => {
    const member = await newcomer();
    expect((await seeDashboard()).firstRun).not.toBeNull();
    await createEntry(member);
    expect((await seeDashboard()).firstRun).toBeNull();
  });

  it("are shown to a member whose only entry is the prayer of the public page", async () => {
    const member = await newcomer();
    await saveTodayPrayer(member, { date: "2026-11-27", answers: ["Frost.", ""] }, undefined);
    expect((await seeDashboard()).firstRun).not.toBeNull();
  });

  it("are not shown to a member with an imported journal", { tags: ["release"] }, async () => {
    const member = await newcomer();
    const text = "---\ndate: 2020-01-02\n---\n# Finch\n\nIt sang.\n";
    const upload = await uploadJournal(member, "2020-01-02.md", Buffer.from(text));
    expect((await seeDashboard()).firstRun).not.toBeNull();
    expect(upload.ok && (await runImport(member, upload.id))).toBe("done");
    expect((await seeDashboard()).firstRun).toBeNull();
  });

  it("are not shown to the demonstration account", { tags: ["release"] }, async () => {
    setClock(() => new Date("2026-11-21T19:00:00Z"));
    await createDemoAccount("Stillness7");
    const user = await UserModel.findOne({ emailKey: DEMO_ACCOUNT.email }).lean();
    const { secret: session } = await startSession(user ?? { _id: 0, securityStamp: "" }, {
      remember: false,
      device: "Test",
    });
    // The dashboard shows the evening of the demonstration's last day, with all its data.
    const { page } = await see(dashboard, "/dashboard", {}, { session });
    expect(page).toMatchObject({
      firstRun: null,
      begin: { to: "/journal/evening" },
      passage: { reference: expect.any(String) as string },
      carryover: { presence: DEMONSTRATION.days.at(-1)?.morning?.[1] },
      held: DEMONSTRATION.held,
      insight: { summary: expect.stringMatching(/^What came back: ./) as string },
    });
    expect(page.rhythm.filter((state: string) => state === "kept").length).toBeGreaterThan(14);
    expect(user?.seenTour).toBe(true);
    expect(await PictureModel.countDocuments({ userId: user?._id, looseSince: null })).toBe(2);
  });
});

describe("welcome.md", () => {
  const file = path.join(env.DATA_DIR, "welcome.md");
  const write = (content: string | Buffer) => {
    rmSync(file, { recursive: true, force: true });
    writeFileSync(file, content);
    loadWelcome();
  };
  afterEach(() => {
    rmSync(file, { recursive: true, force: true });
    loadWelcome();
  });

  it("is shown on the landing page and to new members as Markdown, never as HTML", async () => {
    write("Peace, *neighbours* of **St. Mary**. <script>alert(1)</script>");
    const words = JSON.stringify((await see(home, "/home", {}, { session: "" })).page.welcome);
    expect(words).toContain("<em>neighbours</em>");
    expect(words).not.toContain("<script");
    await newcomer();
    expect(JSON.stringify(await seeDashboard())).toContain("<em>neighbours</em>");
  });

  it.each([
    ["a text that is too long", "x".repeat(2_001), "too_long"],
    ["a file that is far too long", "x".repeat(100_000), "too_long"],
    ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x00]), "unreadable"],
    ["an empty file", " \n", "none"],
    ["two thousand characters", "ä".repeat(2_000), "good"],
  ])("is checked when it is loaded, and logged when it is invalid: %s", (_name, content, state) => {
    const logWarn = vi.spyOn(log, "warn").mockReturnValue();
    write(content);
    expect(welcomeState()).toBe(state);
    expect(welcomeMessage() === null).toBe(state !== "good");
    const line = ["welcome.not_shown", { file: "welcome.md", reason: state }];
    expect(logWarn.mock.calls).toEqual(["unreadable", "too_long"].includes(state) ? [line] : []);
  });

  it("is ignored when it is a folder", () => {
    mkdirSync(file);
    expect(loadWelcome()).toEqual({ state: "unreadable", words: null });
  });
});
