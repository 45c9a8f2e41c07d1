import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

// On the clock of whoever signs in here, so that device and server agree which day it is at any hour.
test.use({ serviceWorkers: "allow", timezoneId: "America/New_York" });

/** Tab, until the element with this selector has the keyboard. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < 60; stop++) {
    if (await page.evaluate((sought) => document.activeElement?.matches(sought), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${selector} was not reached in 60 stops.`);
}

/** Names that the worker keeps on this device; undefined before it has read the day. */
const keptNames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[] | undefined>((resolve) => {
        const opening = indexedDB.open("still-and-know", 1);
        opening.onsuccess = () => {
          const names = opening.result.objectStoreNames;
          if (!names.contains("today") || !navigator.serviceWorker.controller) return resolve(undefined);
          const all = opening.result.transaction("today").objectStore("today").getAll();
          all.onsuccess = () =>
            resolve(
              (all.result as { held: { name: string }[] }[])[0]?.held.map(({ name }) => name) ?? undefined,
            );
        };
      }),
  );

test("names are taken up, prayed through and laid down without a mouse", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/journal/prayers");
  await tabTo(page, "[name=name]");
  await page.keyboard.type("Mum");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "What you carry" })).toBeVisible();
  for (const name of ["The neighbour upstairs", "The vote on Thursday"]) {
    await tabTo(page, "[name=name]");
    await page.keyboard.type(name);
    await tabTo(page, "button[value=add]");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name })).toBeVisible();
  }
  await tabTo(page, "a[href='/journal/prayers/pray']");
  await page.keyboard.press("Enter");
  const shown = page.getByRole("heading", { level: 1 });
  await expect(shown).toHaveText("Mum");
  await page.keyboard.press("ArrowRight");
  await expect(shown).toHaveText("The neighbour upstairs");
  await page.keyboard.press("ArrowLeft");
  await expect(shown).toHaveText("Mum");
  await page.keyboard.press("ArrowRight");
  await expect(shown).toHaveText("The neighbour upstairs");
  await page.keyboard.press("ArrowRight");
  await expect(shown).toHaveText("The vote on Thursday");
  await expect(page.getByRole("link", { name: "Next" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/journal\/prayers$/);

  await tabTo(page, "main li a");
  await page.keyboard.press("Enter");
  await expect(shown).toHaveText("The vote on Thursday");
  await tabTo(page, "details:has([name=came]) > summary");
  await page.keyboard.press("Enter");
  await tabTo(page, "[name=came]");
  await page.keyboard.type("It is decided.");
  await tabTo(page, "button[value=laydown]");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/past$/);
  await expect(page.getByText("It is decided.")).toBeVisible();
});

test("without a connection the day's few can be read and someone can be added; signing out clears both", async ({
  page,
  context,
  signIn,
  expectTrouble,
}) => {
  expectTrouble(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
  await signIn();
  await page.goto("/journal/prayers");
  await page.getByLabel("Whom or what do you hold in prayer?").fill("Mum");
  await page.getByLabel("A line under it").fill("her knee");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("link", { name: "Mum" })).toBeVisible();
  await expect.poll(() => keptNames(page), { timeout: 30_000 }).toEqual(["Mum"]);

  // On the page that is open: nothing is lost, and what was typed waits.
  await context.setOffline(true);
  await page.getByLabel("Whom or what do you hold in prayer?").fill("Dad");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("alert").first()).toContainText("It is kept on this device too");
  await expect(page.getByLabel("Whom or what do you hold in prayer?")).toHaveValue("Dad");

  // On a page that is opened: who is held today, and room for one more.
  await page.goto("/journal/prayers");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are offline");
  await expect(page.locator("#desk")).toContainText("Today you hold before God");
  await expect(page.locator("#desk")).toContainText("her knee");
  await page.getByLabel("Whom or what do you hold in prayer?").fill("The ferryman");
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await expect(page.locator("#desk li").filter({ hasText: "The ferryman" })).toBeVisible();
  await expect(page.locator("#desk li").filter({ hasText: "Dad" })).toBeVisible();
  await expect(page.getByLabel("Whom or what do you hold in prayer?")).toHaveValue("");
  // Beside a text too.
  await page.goto("/journal/evening");
  await expect(page.locator("#desk li").filter({ hasText: "Mum" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Add someone or something" })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Evening reflection", { timeout: 40_000 });
  await page.goto("/journal/prayers");
  for (const name of ["Mum", "Dad", "The ferryman"])
    await expect(page.locator("main li").filter({ hasText: name })).toHaveCount(1);
  await expect.poll(() => keptNames(page)).toEqual(["Mum", "Dad", "The ferryman"]);

  // What is deleted leaves the device at once.
  await page.getByRole("link", { name: "Dad" }).click();
  await page.locator("summary").filter({ hasText: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page).toHaveURL(/\/journal\/prayers$/);
  await expect.poll(() => keptNames(page)).toEqual(["Mum", "The ferryman"]);

  // Who is signed out without a press of their own leaves no name either.
  await context.clearCookies();
  await page.goto("/journal/prayers");
  await expect(page).toHaveURL(/login/);
  await expect.poll(() => keptNames(page)).toEqual([]);
});
