import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PictureModel } from "#models/picture.server";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { answer, post, visit } from "#tests/support/request";
import { uploadJournal } from "#tests/support/upload-journal";
import DEMONSTRATION from "~/content/demonstration.yaml";
import { saveTodayPrayer } from "~/domain/accounts/onboarding/anonymous-prayer.server";
import { loadWelcome, welcomeMessage, welcomeState } from "~/domain/accounts/support/instance.server";
import { createDemoAccount, DEMO_ACCOUNT } from "~/domain/administration/demo/create-demo-account.server";
import { startSession } from "~/domain/identity/sessions.server";
import { FIELD_MESSAGES } from "~/domain/identity/texts";
import { memberFrom } from "~/domain/member/current-member.server";
import { DEFAULT_PRAYER } from "~/domain/member/prayer-settings";
import { runImport } from "~/domain/portability/run-import.server";
import type { FormReply } from "~/http/form/form-options.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { action, loader } from "~/routes/member/dashboard/route";
import { loader as home } from "~/routes/public/home";

const NEW = { prayer: { ...DEFAULT_PRAYER, length: 0 as const } };
const dashboard = async (session: string) => {
  const args = await visit("/dashboard", { session });
  return (await answer(() => loader(args))).data as {
    firstRun: object | null;
    sets?: object[];
    rhythm?: string[];
  };
};
/** Resets a created user to a new one: the factory creates users who have answered the questions. */
async function newcomer(overrides = {}) {
  const { user, secret } = await createSignedIn(overrides);
  await UserModel.updateOne({ _id: user._id }, { $set: NEW });
  return { user, secret };
}

describe("first-run questions", () => {
  afterEach(() => setClock());

  it("include the prompt sets of the plan", async () => {
    const { user, secret } = await newcomer({ subscriptionTier: "tier2" });
    expect(await dashboard(secret)).toMatchObject({
      firstRun: { promptSetPreference: "daily_habit" },
      sets: [{ key: "daily_habit" }, { key: "random_prompts" }, { key: "lectio_examen" }],
    });
    const choices = {
      firstName: " Ada ",
      tradition: "roman",
      morningPromptTime: "06:00",
      eveningPromptTime: "18:00",
    };
    const args = await post(
      "/dashboard",
      { intent: "begin", ...choices, timezone: "Berlin", promptSetPreference: "lectio_examen" },
      { session: secret },
    );
    expect((await answer(() => action(args))).status).toBe(302);
    expect(await UserModel.findById(user._id).lean()).toMatchObject({
      firstName: "Ada",
      promptSetPreference: "lectio_examen",
      prayer: { length: 10, tradition: "roman" },
    });
  });

  it("report an unknown zone with the other errors and keep the input", async () => {
    const { secret } = await newcomer();
    const typed = {
      intent: "begin",
      tradition: "unknown",
      morningPromptTime: "6 o'clock",
      eveningPromptTime: "late",
      timezone: "Atlantis",
    };
    const refusal = await answer(async () => action(await post("/dashboard", typed, { session: secret })));
    expect(refusal).toMatchObject({ status: 400, data: { lastResult: { initialValue: typed } } });
    expect((refusal.data as FormReply).lastResult.error).toEqual({
      tradition: [expect.any(String)],
      morningPromptTime: ["Please enter a time as HH:MM, for example 06:30."],
      eveningPromptTime: ["Please enter a time as HH:MM, for example 06:30."],
      timezone: [FIELD_MESSAGES.zoneUnknown],
    });
    const alone = { intent: "zone", timezone: "Atlantis" };
    const reply = await answer(async () => action(await post("/dashboard", alone, { session: secret })));
    expect((reply.data as FormReply).lastResult.error).toEqual({ timezone: [FIELD_MESSAGES.zoneUnknown] });
  });

  it("are not shown to a member with entries", async () => {
    const { user, secret } = await newcomer();
    expect((await dashboard(secret)).firstRun).not.toBeNull();
    await createEntry(memberFrom(user));
    expect((await dashboard(secret)).firstRun).toBeNull();
  });

  it("are shown to a member whose only entry is the prayer of the public page", async () => {
    const { user, secret } = await newcomer();
    await saveTodayPrayer(memberFrom(user), { date: "2026-11-27", answers: ["Frost.", ""] }, undefined);
    expect((await dashboard(secret)).firstRun).not.toBeNull();
  });

  it("are not shown to a member with an imported journal", async () => {
    const { user, secret } = await newcomer();
    const text = "---\ndate: 2020-01-02\n---\n# Finch\n\nIt sang.\n";
    const upload = await uploadJournal(memberFrom(user), "2020-01-02.md", Buffer.from(text));
    expect((await dashboard(secret)).firstRun).not.toBeNull();
    expect(upload.ok && (await runImport(memberFrom(user), upload.id))).toBe("done");
    expect((await dashboard(secret)).firstRun).toBeNull();
  });

  it("are not shown to the demonstration account", async () => {
    setClock(() => new Date("2026-11-21T19:00:00Z"));
    await createDemoAccount("Stillness7");
    const user = await UserModel.findOne({ emailKey: DEMO_ACCOUNT.email }).lean();
    const { secret } = await startSession(user ?? { _id: 0, securityStamp: "" }, {
      remember: false,
      device: "Test",
    });
    // On the evening of its last day, with all the data of a demonstration.
    const page = await dashboard(secret);
    expect(page).toMatchObject({
      firstRun: null,
      begin: { to: "/journal/evening" },
      passage: { reference: expect.any(String) as string },
      kept: { presence: DEMONSTRATION.days.at(-1)?.morning?.[1] },
      held: DEMONSTRATION.held,
      insight: { summary: expect.stringMatching(/^What came back: ./) as string },
    });
    expect(page.rhythm?.filter((state) => state === "kept").length).toBeGreaterThan(14);
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
    const args = await visit("/home");
    const { data } = await answer(() => home(args));
    const words = JSON.stringify((data as { welcome: unknown }).welcome);
    expect(words).toContain("<em>neighbours</em>");
    expect(words).not.toContain("<script");
    const { secret } = await newcomer();
    expect(JSON.stringify(await dashboard(secret))).toContain("<em>neighbours</em>");
  });

  it.each([
    ["a text that is too long", "x".repeat(2_001), "too_long"],
    ["a file that is far too long", "x".repeat(100_000), "too_long"],
    ["what is no text", Buffer.from([0xff, 0xfe, 0x00]), "unreadable"],
    ["an empty file", " \n", "none"],
    ["two thousand characters", "ä".repeat(2_000), "good"],
  ])("%s: %#", (_name, content, state) => {
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
