/** @module-tag release */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach } from "vitest";
import { startServer } from "#scripts/server.mjs";
import { enter, expect, newPerson, register, test } from "./fixtures";

/** A separate server that is killed during writing and restarted on the same folder. */
const dataDir = mkdtempSync(path.join(tmpdir(), "still-kill-"));
let running: Awaited<ReturnType<typeof startServer>> | undefined;

afterEach(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

test("loses no text when the server is killed during writing", async ({ newVisitor }) => {
  const logFile = path.join(".prepare", `kill-${process.pid}.log`);
  const settings = { DATA_DIR: dataDir, BCRYPT_COST: "10", TRUST_PROXY: "1" };
  running = await startServer({ logFile, settings });
  const { origin, port } = running;
  const page = await newVisitor(origin);
  const person = newPerson();
  await register(page, person);
  await expect.poll(() => readFileSync(logFile, "utf8")).toContain("/verify-email?token=");
  await page.goto(
    /http[^\s"\\]+\/verify-email\?token=[^\s"\\]+/.exec(readFileSync(logFile, "utf8"))?.[0] ?? "",
  );
  await page.locator("main form[method=post] button").first().click();
  expect(page).toHaveURL(/\/dashboard/);

  // A saved entry, a saved draft, and unsent text.
  await page.goto("/journal/free");
  await page.locator("[name=body]").fill("An entry of the day before the power went.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);
  await page.goto("/journal/free");
  await page.locator("[name=body]").fill("The first half,");
  await page.getByRole("button", { name: "Save for later" }).click();
  expect(page.getByText(/Saved as draft/)).toBeVisible();
  await page.locator("[name=body]").fill("The first half, and the second.");
  process.kill(running.pid ?? 0, "SIGKILL");
  await expect
    .poll(() =>
      fetch(origin)
        .then(() => "up")
        .catch(() => "down"),
    )
    .toBe("down");

  running = await startServer({ logFile: `${logFile}.2`, settings: { ...settings, PORT: String(port) } });
  expect(running.origin).toBe(origin);

  const elsewhere = await newVisitor(origin);
  await enter(elsewhere, person);
  await elsewhere.goto("/journal/free");
  expect(elsewhere.locator("[name=body]")).toHaveValue(/^The first half,/);

  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  expect(page.getByText("The first half, and the second.")).toBeVisible();
  await page.goto("/journal/history");
  expect(page.getByText("An entry of the day before the power went.")).toBeVisible();
  expect(page.getByText("The first half, and the second.")).toHaveCount(1);
});
