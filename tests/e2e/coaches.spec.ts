import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServer } from "#scripts/server.mjs";
import { givePlan } from "#tests/support/browser-database";
import { startAiServer, type AiServer } from "#tests/support/ai-server";
import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

const COACHES = [
  ["rhythm", "The Rhythm Keeper"],
  ["listener", "The Listener"],
  ["reader", "The Reader"],
  ["examen", "The Examen Companion"],
  ["discern", "The Discernment Companion"],
  ["writer", "The Scribe"],
] as const;
const SOFTWARE = "This is software. It is not a person, priest, pastor, therapist or the voice of God.";

const field = (page: Page) => page.getByLabel("Your answer");
const said = (page: Page) => page.locator("main ol > li");
/** Sends, and waits for the answer as the server has it. */
const send = async (page: Page, text: string) => {
  const before = await said(page).count();
  await field(page).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(said(page)).toHaveCount(before + 2, { timeout: 30_000 });
  await expect(page.locator("[aria-busy]")).toHaveCount(0, { timeout: 30_000 });
};
const begin = async (page: Page, key: string) => {
  await page.goto(`/coaches/${key}`);
  await page.getByRole("button", { name: "Begin a conversation" }).click();
  await page.waitForURL(/\/coaches\/threads\//);
};

test("every coach asks, hears, and is deleted for good", async ({ page, signIn }) => {
  const { email } = await signIn();
  await givePlan(email, "tier2", "lectio_examen");
  await page.goto("/coaches");
  for (const [key, name] of COACHES) {
    await page.goto("/coaches");
    await page.getByRole("link", { name }).first().click();
    await page.waitForURL(`**/coaches/${key}`);
    await expect(page.getByText(SOFTWARE)).toBeVisible();
    await page.getByRole("button", { name: "Begin a conversation" }).click();
    await page.waitForURL(/\/coaches\/threads\//);
    await expect(page.getByText(SOFTWARE)).toBeVisible();
    await expect(page.getByText("A reminder: you are writing to software.")).toBeVisible();
    if (key === "reader")
      await expect(page.getByText("World English Bible", { exact: false }).first()).toBeVisible();
    await send(page, `I begin with ${key}, and I was tired today.`);
    await expect(page.getByText(`I begin with ${key}`).first()).toBeVisible();
    await send(page, "It is about the evening.");
    await expect(page.getByText("18 turns left here")).toBeVisible();
  }
  await page.getByText("Delete this conversation").click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await page.waitForURL("**/coaches/writer");
  await page.goto("/coaches");
  await expect(page.getByRole("heading", { name: "Your conversations" })).toBeVisible();
  await expect(page.locator("main ul li", { hasText: "I begin with" })).toHaveCount(5);
});

test("the free plan has the Rhythm Keeper, and says where the others are", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/coaches/discern");
  await expect(page.getByText("Part of the Formation Plan")).toBeVisible();
  await expect(page.getByRole("button", { name: "Begin a conversation" })).toHaveCount(0);
  await begin(page, "rhythm");
  // An answer by one button.
  await page.getByRole("button", { name: "I had a habit and lost it" }).click();
  await expect(page.locator("#latest")).toContainText(/gap/, { timeout: 30_000 });
});

test("a cry for help is answered by people's numbers, in a conversation and in the journal", async ({
  page,
  signIn,
}) => {
  await signIn();
  await begin(page, "rhythm");
  await send(page, "I want to kill myself.");
  const care = page.getByRole("complementary", { name: "You matter; please talk to someone now" });
  await expect(care).toBeVisible();
  await expect(care.getByRole("link", { name: "988" })).toHaveAttribute("href", "tel:988");
  await send(page, "It is raining.");
  await expect(care).toHaveCount(2);
  await care.last().getByRole("link", { name: "Continue writing privately" }).click();
  await page.waitForURL("**/journal/free");
  await page.getByLabel("Day").waitFor();
  await page.locator("textarea[name=body]").fill("I do not want to be alive.");
  await page.getByRole("button", { name: "Finish" }).click();
  await page.waitForURL(/\/journal\/entries\//);
  await expect(page.getByText("I do not want to be alive.")).toBeVisible();
  await expect(care).toBeVisible();
  await expect(care).toContainText("What you wrote is kept. Nobody was told of it.");
});

test.describe("with a language model", () => {
  let ai: AiServer;
  let server: Awaited<ReturnType<typeof startServer>> | undefined;
  let dataDir = "";
  const shared = process.env.E2E_DATA_DIR ?? "";

  /** A server of its own, with an endpoint that we can listen at. */
  async function origin(): Promise<string> {
    if (server) return server.origin;
    ai = await startAiServer();
    dataDir = mkdtempSync(path.join(tmpdir(), "still-coach-"));
    server = await startServer({
      logFile: path.join(".prepare", `coaches-${process.pid}.log`),
      settings: {
        DATA_DIR: dataDir,
        SMTP_URL: process.env.E2E_SMTP ?? "",
        BCRYPT_COST: "10",
        TRUST_PROXY: "1",
        AI_BASE_URL: ai.url,
        AI_MODEL: "small",
      },
    });
    process.env.E2E_DATA_DIR = dataDir;
    return server.origin;
  }
  test.afterAll(async () => {
    process.env.E2E_DATA_DIR = shared;
    await server?.stop();
    await ai.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  test.use({ baseURL: async ({}, use) => use(await origin()) });

  test("nothing leaves before consent; then exactly the text that was shown", async ({ page, signIn }) => {
    const { email } = await signIn();
    await givePlan(email, "tier2", "lectio_examen");
    await begin(page, "listener");
    await send(page, "The canary sings.");
    expect(ai.requests).toEqual([]);
    await field(page).fill("What now?");
    await page.getByRole("button", { name: "Show what would be sent" }).click();
    const preview = page.locator("details", { hasText: "Exactly this text will be sent to" });
    await expect(preview).toHaveAttribute("open", "");
    await expect(preview).toContainText("The canary sings.");
    await expect(preview).toContainText("What now?");
    await expect(field(page)).toHaveValue("What now?");
    expect(ai.requests).toEqual([]);
    ai.says = "You hear a canary. What does it sing about?";
    await page.getByRole("button", { name: /^Agree to send/ }).click();
    await expect(page.locator("#latest")).toContainText("What does it sing about?", { timeout: 30_000 });
    await expect(page.locator("#latest")).toContainText("language model");
    expect(ai.requests).toHaveLength(1);
    ai.mood = "dripping";
    ai.dripMs = 5;
    ai.says = "One sentence first. And what comes after it?";
    await send(page, "And then?");
    await expect(page.locator("#latest")).toContainText("And what comes after it?", { timeout: 30_000 });
    ai.mood = "good";
    ai.says = "God wants you to leave him.";
    await send(page, "Speak for God.");
    await expect(page.locator("#latest")).toContainText("so it was stopped", { timeout: 30_000 });
    await expect(page.getByText("God wants you")).toHaveCount(0);
    await page.getByRole("button", { name: "Take my consent back" }).click();
    await expect(
      page.getByRole("heading", { name: "Let a language model answer in coaching?" }),
    ).toBeVisible();
    const before = ai.requests.length;
    await send(page, "Are you there?");
    expect(ai.requests).toHaveLength(before);
  });
});
