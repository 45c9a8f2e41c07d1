import type { Page } from "playwright/test";
import sharp from "sharp";
import { expect, signInAs, test } from "./fixtures";

// On the clock of the accounts that tests make, so that device and server agree which day it is at any hour.
test.use({ serviceWorkers: "allow", timezoneId: "America/New_York" });

/** Until the worker has kept its page and today's questions. */
async function workerReady(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          if (!navigator.serviceWorker.controller) return "no worker";
          const desk = await caches.match("/offline/desk");
          const kept = await new Promise<number>((resolve) => {
            const opening = indexedDB.open("still-and-know");
            opening.onsuccess = () => {
              const store = opening.result.transaction("today").objectStore("today").count();
              store.onsuccess = () => resolve(store.result);
            };
          });
          return desk && kept === 1 ? "ready" : "waiting";
        }),
      { timeout: 30_000 },
    )
    .toBe("ready");
}

/** How many records the worker keeps in a store. */
const stored = (page: Page, name: "unsent" | "today") =>
  page.evaluate(
    (store) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open("still-and-know");
        opening.onsuccess = () => {
          const count = opening.result.transaction(store).objectStore(store).count();
          count.onsuccess = () => resolve(count.result);
        };
      }),
    name,
  );
const unsent = (page: Page) => stored(page, "unsent");

test("what is written offline waits on the device, is sent when back, and is removed", async ({
  page,
  context,
  signIn,
  expectTrouble,
}) => {
  expectTrouble(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
  await signIn();
  await page.goto("/journal/morning");
  await workerReady(page);
  await context.setOffline(true);
  await page.getByLabel("I thank God for…").fill("a line written on the train");
  await expect(page.getByText(/Kept on this device, and sent when you are back/)).toBeVisible({
    timeout: 15_000,
  });
  expect(await unsent(page)).toBe(1);
  await context.setOffline(false);
  await expect.poll(() => unsent(page)).toBe(0);
  await expect(page.getByText("What you wrote offline is in your journal now.").first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("I thank God for…")).toHaveValue("a line written on the train");
});

test("finishing offline keeps the text in the form and makes the entry when back", async ({
  page,
  context,
  signIn,
  expectTrouble,
}) => {
  expectTrouble(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
  await signIn();
  await page.goto("/journal/free");
  await workerReady(page);
  await context.setOffline(true);
  await page.getByText("More: title, tags, mood").click();
  await page.getByLabel("Title").fill("On the ferry");
  await page.getByLabel("Your words").fill("Only water, and the sound of it.");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await expect(page.getByRole("alert").first()).toContainText("It is kept on this device too");
  await expect(page.getByLabel("Title")).toHaveValue("On the ferry");
  await context.setOffline(false);
  await expect.poll(() => unsent(page)).toBe(0);
  await page.goto("/journal/history");
  await expect(page.getByRole("link", { name: /On the ferry/ })).toHaveCount(1);
});

test("any page opened offline is a page to write on; both texts are kept when they meet", async ({
  page,
  context,
  signIn,
  newVisitor,
  expectTrouble,
}) => {
  expectTrouble(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
  await signIn();
  await page.goto("/dashboard");
  await workerReady(page);
  // The same person, at another device that is online.
  const elsewhere = await newVisitor({ storageState: await context.storageState() });
  await context.setOffline(true);
  await page.goto("/journal/morning");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are offline");
  await expect(page.getByRole("heading", { name: "Morning reflection" })).toBeVisible();
  await expect(page.locator("#desk blockquote")).toContainText(/\w+/);
  await page.getByLabel("I thank God for…").fill("the quiet of the tunnel");
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await expect(page.getByText("Kept on this device", { exact: true })).toBeVisible();
  // It is still there when the page is opened again.
  await page.reload();
  await expect(page.getByLabel("I thank God for…")).toHaveValue("the quiet of the tunnel");

  await elsewhere.goto("/journal/morning");
  await elsewhere.getByLabel("I thank God for…").fill("the bread on the table");
  await elsewhere.getByRole("button", { name: "Save draft" }).click();
  await expect(elsewhere.getByText(/Saved as draft/)).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Morning reflection", { timeout: 40_000 });
  await expect(page.getByLabel("I thank God for…")).toHaveValue("the bread on the table");
  await page.goto("/journal/history");
  await expect(page.getByText("the quiet of the tunnel")).toHaveCount(1);
});

test("signing out clears everything, and strangers find no worker", async ({ page, signIn }) => {
  await page.goto("/login");
  await page.waitForTimeout(2_500);
  expect(
    await page.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length)),
  ).toBe(0);
  await signIn();
  await page.goto("/dashboard");
  await workerReady(page);
  const before = await page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) texts.push(new URL(request.url).pathname);
    }
    return texts;
  });
  // Nothing of the signed-in house is kept but files and the page to write on.
  expect(before.filter((path) => !/^\/(assets\/|offline\/desk|offline\.js|favicon\.svg)/.test(path))).toEqual(
    [],
  );
  await page.locator("summary").filter({ hasText: "User menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(/loggedOut=true/);
  // The front page's own files may be there again; the page to write on and the questions are not.
  expect(await page.evaluate(async () => (await caches.match("/offline/desk")) === undefined)).toBe(true);
  expect(await stored(page, "unsent")).toBe(0);
  expect(await stored(page, "today")).toBe(0);
});

test("on a shared device nobody's sign-out takes what waits there for someone else", async ({
  page,
  context,
  signIn,
  expectTrouble,
}) => {
  expectTrouble(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|401|400|403/);
  await signIn();
  await page.goto("/journal/morning");
  await workerReady(page);
  const anns = await context.cookies();
  await context.setOffline(true);
  await page.getByLabel("I thank God for…").fill("words of Ann on the train");
  await expect.poll(() => unsent(page)).toBe(1);
  // Her session ends while her words wait here.
  await context.clearCookies();
  await context.setOffline(false);

  await signInAs(page);
  await page.goto("/dashboard");
  await page.locator("summary").filter({ hasText: "User menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(/loggedOut=true/);
  expect(await unsent(page)).toBe(1);
  expect(await stored(page, "today")).toBe(0);

  await context.addCookies(anns);
  await page.goto("/dashboard");
  await expect.poll(() => unsent(page)).toBe(0);
  await page.goto("/journal/morning");
  await expect(page.getByLabel("I thank God for…")).toHaveValue("words of Ann on the train");
});

test("a picture that was chosen offline waits with the words, and is sent once", async ({
  page,
  context,
  signIn,
  expectTrouble,
}) => {
  expectTrouble(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
  await signIn();
  await page.goto("/journal/free");
  await workerReady(page);
  await context.setOffline(true);
  await page.getByLabel("Your words").fill("by the lake, without a line");
  await page.getByLabel("Choose pictures").setInputFiles([
    {
      name: "lake.jpg",
      mimeType: "image/jpeg",
      buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background: "#7a8f5a" } })
        .jpeg()
        .toBuffer(),
    },
  ]);
  await expect(page.getByText("These pictures could not be sent.")).toBeVisible();
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await expect(page.getByRole("alert").first()).toContainText("It is kept on this device too");
  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto("/journal/history");
  await expect.poll(() => unsent(later)).toBe(0);
  await later.reload();
  await later.getByText("by the lake, without a line").first().click();
  await expect(later.getByRole("img")).toHaveCount(1);
});
