import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { answer, post, visit } from "#tests/support/request";
import { createDemoAccount, DEMO_ACCOUNT } from "~/domain/demo/create-demo-account.server";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { USUAL_PRAYER } from "~/domain/member/prayer";
import { readWelcome, welcomeState, welcomeWords } from "~/domain/support/welcome.server";
import { startSession } from "~/domain/accounts/sessions.server";
import { env } from "~/platform/env.server";
import { action, loader } from "~/routes/_app.dashboard/route";
import { loader as home } from "~/routes/_landing.home";

const NEW = { prayer: { ...USUAL_PRAYER, length: 0 as const } };
const dashboard = async (session: string) => {
  const args = await visit("/dashboard", { session });
  return (await answer(() => loader(args))).data as { firstRun: object | null; sets?: string[] };
};
/** As a new record is: the factory makes people who have been asked. */
async function newcomer(overrides = {}) {
  const { user, secret } = await createSignedIn(overrides);
  await UserModel.updateOne({ _id: user._id }, { $set: NEW });
  return { user, secret };
}

describe("the first questions", () => {
  it("ask for the set of prayers too, of those that the plan holds", async () => {
    const { user, secret } = await newcomer({ subscriptionTier: "tier2" });
    expect(await dashboard(secret)).toMatchObject({
      firstRun: { promptSetPreference: "daily_habit" },
      sets: ["random_prompts", "daily_habit", "lectio_examen"],
    });
    const choices = {
      length: "10",
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
    expect(await UserModel.findById(user._id).lean()).toMatchObject({ promptSetPreference: "lectio_examen" });
  });

  it("are not put to someone who has entries", async () => {
    const { user, secret } = await newcomer();
    expect((await dashboard(secret)).firstRun).not.toBeNull();
    await createEntry(memberFrom(user));
    expect((await dashboard(secret)).firstRun).toBeNull();
  });

  it("are not put to the demonstration's account, which opens on its dashboard", async () => {
    await createDemoAccount("Stillness7");
    const user = await UserModel.findOne({ emailKey: DEMO_ACCOUNT.email }).lean();
    const { secret } = await startSession(user ?? { _id: 0, securityStamp: "" }, {
      remember: false,
      device: "Test",
    });
    expect(await dashboard(secret)).toMatchObject({ firstRun: null });
    expect(user?.seenTour).toBe(true);
  });
});

describe("welcome.md", () => {
  const file = path.join(env.DATA_DIR, "welcome.md");
  const write = (content: string | Buffer) => {
    rmSync(file, { recursive: true, force: true });
    writeFileSync(file, content);
    readWelcome();
  };
  afterEach(() => {
    rmSync(file, { recursive: true, force: true });
    readWelcome();
  });

  it("is shown on the front page and to a newcomer, as light Markdown and never as HTML", async () => {
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
    write(content);
    expect(welcomeState()).toBe(state);
    expect(welcomeWords() === null).toBe(state !== "good");
  });

  it("opens the house without a folder of that name", () => {
    mkdirSync(file);
    expect(readWelcome()).toEqual({ state: "unreadable", words: null });
  });
});
