import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServer } from "#scripts/server.mjs";
import { enter, expect, newPerson, register, test } from "./fixtures";

/** A separate server that is killed during writing and restarted on the same folder. */
const dataDir = mkdtempSync(path.join(tmpdir(), "still-kill-"));
let running: Awaited<ReturnType<typeof startServer>> | undefined;

test.afterEach(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

test(
  "loses no text when the server is killed during writing",
  { tag: "@release" },
  async ({ newVisitor, expectTrouble }) => {
    test.setTimeout(180_000);
    expectTrouble(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_SOCKET|Failed to fetch/);
    const logFile = path.join(".prepare", `kill-${process.pid}.log`);
    const settings = { DATA_DIR: dataDir, BCRYPT_COST: "10", TRUST_PROXY: "1" };
    running = await startServer({ logFile, settings });
    const { origin, port } = running;
    const page = await newVisitor({ baseURL: origin });
    const person = newPerson();
    await register(page, person);
    await expect.poll(() => readFileSync(logFile, "utf8")).toContain("/verify-email?token=");
    await page.goto(
      /http[^\s"\\]+\/verify-email\?token=[^\s"\\]+/.exec(readFileSync(logFile, "utf8"))?.[0] ?? "",
    );
    await page.locator("main form[method=post] button").first().click();
    await page.waitForURL(/\/dashboard/);

    // A saved entry, a saved draft, and unsent text.
    await page.goto("/journal/free");
    await page.locator("[name=body]").fill("An entry of the day before the power went.");
    await page.getByRole("button", { name: "Finish", exact: true }).click();
    await page.waitForURL(/\/journal\/entries\//);
    await page.goto("/journal/free");
    await page.locator("[name=body]").fill("The first half,");
    await page.getByRole("button", { name: "Save for later" }).click();
    await expect(page.getByText(/Saved as draft/)).toBeVisible();
    await page.waitForLoadState("networkidle");
    await page.locator("[name=body]").fill("The first half, and the second.");
    process.kill(running.pid ?? 0, "SIGKILL");
    await expect
      .poll(() =>
        fetch(origin)
          .then(() => "up")
          .catch(() => "down"),
      )
      .toBe("down");

    await page.getByRole("button", { name: "Finish", exact: true }).click();
    await expect(page.getByRole("alert").first()).toBeVisible({ timeout: 20_000 });
    await expect(page.locator("[name=body]")).toHaveValue("The first half, and the second.");
    running = await startServer({ logFile: `${logFile}.2`, settings: { ...settings, PORT: String(port) } });
    expect(running.origin).toBe(origin);

    const elsewhere = await newVisitor({ baseURL: origin });
    await enter(elsewhere, person);
    await elsewhere.goto("/journal/free");
    await expect(elsewhere.locator("[name=body]")).toHaveValue(/^The first half,/);

    await page.getByRole("button", { name: "Finish", exact: true }).click();
    await page.waitForURL(/\/journal\/entries\/[\w-]+$/);
    await expect(page.getByText("The first half, and the second.")).toBeVisible();
    await page.goto("/journal/history");
    await expect(page.getByText("An entry of the day before the power went.")).toBeVisible();
    await expect(page.getByText("The first half, and the second.")).toHaveCount(1);
  },
);
