/** @module-tag release */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach } from "vitest";
import { startServer } from "#scripts/server.mjs";
import { makeZip } from "#tests/support/make-zip";
import { enter, expect, newPerson, register, test, type FormPage } from "./fixtures";

/** A separate server that is killed while staging and while importing, and restarted on the same folder. */
const dataDir = mkdtempSync(path.join(tmpdir(), "still-import-kill-"));
let running: Awaited<ReturnType<typeof startServer>> | undefined;
let starts = 0;

afterEach(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

const ENTRIES = 2_980;
/** Number of notes, which are read last, so that the server is killed before they are imported. */
const NOTES = 20;
const journal = () => {
  const entries = Array.from({ length: ENTRIES }, (_, at) => ({
    ...{ id: `kill-${at}`, kind: "free", slot: "none", body: `Day ${at}. ${"Be still. ".repeat(60)}` },
    ...{ createdAt: "2026-01-01T10:00:00Z", updatedAt: "2026-01-01T10:00:00Z" },
    forDate: `20${10 + (at % 15)}-0${1 + (at % 9)}-1${at % 10}`,
  }));
  const data = JSON.stringify({ schema: "still-and-know/journal", version: 1, entries });
  const notes = Array.from({ length: NOTES }, (_, at) => ({
    name: `2001-01-${String(at + 1).padStart(2, "0")}.md`,
    data: `---\nlocation: Norham\n---\nWater ${at}.`,
  }));
  const buffer = makeZip([{ name: "life.json", data }, ...notes]);
  return { name: "life.zip", mimeType: "application/zip", buffer };
};

async function start(): Promise<string> {
  const logFile = path.join(".prepare", `import-kill-${process.pid}.${starts++}.log`);
  const settings: Record<string, string> = { DATA_DIR: dataDir, BCRYPT_COST: "10", TRUST_PROXY: "1" };
  if (running) settings.PORT = String(running.port);
  running = await startServer({ logFile, settings });
  return logFile;
}

async function choose(page: FormPage): Promise<void> {
  await page.goto("/settings/data");
  await page.getByLabel("File", { exact: true }).setInputFiles(journal());
}

/** Reloads the page until it has this heading, which it gets when a job has continued the import. */
const waitForHeading = (page: FormPage, name: string) =>
  expect
    .poll(
      async () => {
        await page.goto(page.url());
        const again = page.getByRole("button", { name: "Read it again" });
        if ((await again.count()) > 0) await again.click();
        return page.getByRole("heading", { name }).count();
      },
      { timeout: 150_000, interval: 1_000 },
    )
    .toBe(1);

/** Submits a form and kills the server a given time after the request. */
async function pressAndKill(page: FormPage, name: string | RegExp, afterMs: number): Promise<void> {
  const pressed = page
    .getByRole("button", { name })
    .click()
    .catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  process.kill(running?.pid ?? 0, "SIGKILL");
  await pressed;
  await start();
}

test("imports a journal completely and once when killed at any stage", async ({ newVisitor }) => {
  const logFile = await start();
  const origin = running?.origin ?? "";
  const page = await newVisitor(origin);
  const person = newPerson();
  await register(page, person);
  const link = /http[^\s"\\]+\/verify-email\?token=[^\s"\\]+/;
  await expect.poll(() => link.test(readFileSync(logFile, "utf8"))).toBe(true);
  await page.goto(link.exec(readFileSync(logFile, "utf8"))?.[0] ?? "");
  await page.locator("main form[method=post] button").first().click();
  await choose(page);
  await pressAndKill(page, "Preview", 400);

  const back = await newVisitor(origin);
  await enter(back, person);
  await back.goto("/settings/data");
  if ((await back.getByText("You have not finished with").count()) === 0) {
    // The upload was interrupted. The server refuses the next one until the killed server's lease expires.
    const send = async () => {
      await choose(back);
      await back.getByRole("button", { name: "Preview" }).click();
      return back.url();
    };
    await expect.poll(send, { timeout: 60_000, interval: 2_000 }).toMatch(/\/data\/import\//);
  } else await back.getByRole("link", { name: "life.zip" }).click();
  expect(back).toHaveURL(/\/settings\/data\/import\//);
  // The page updates itself when the killed server's lease has expired.
  await waitForHeading(back, "3,000 entries to import");
  await back.getByLabel(/^Keep moods, places, weather and music as text/).check();
  await pressAndKill(back, "Import 3,000 entries", 700);

  const last = await newVisitor(origin);
  await enter(last, person);
  await last.goto("/settings/data");
  await last.getByRole("link", { name: "life.zip" }).click();
  // A job resumes the import when the lease has expired.
  await waitForHeading(last, "3,000 entries imported");
  await last.goto("/journal/history?to=2001-12-31");
  expect(last.getByText(/Place: Norham/)).toHaveCount(NOTES);
  // Importing the same file again adds nothing.
  await choose(last);
  await last.getByRole("button", { name: "Preview" }).click();
  await waitForHeading(last, "No new entries");
  expect(last.getByText("3,000 entries are already in your journal")).toBeVisible();
}, 240_000);
