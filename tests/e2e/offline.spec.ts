import type { Page } from "playwright/test";
import sharp from "sharp";
import { endSessions } from "#tests/support/browser-database";
import { enter, expect, signInAs, test, waitForHydration } from "./fixtures";

// The accounts' zone, so that device and server agree on the day.
test.use({ serviceWorkers: "allow", timezoneId: "America/New_York" });

/** Number of records in a store of the worker. */
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

/** Waits until the worker has cached its page and today's questions. */
async function workerReady(page: Page): Promise<void> {
  const isCached = () =>
    page.evaluate(
      async () => !!navigator.serviceWorker.controller && !!(await caches.match("/offline/desk")),
    );
  await expect
    .poll(async () => (await isCached()) && (await stored(page, "today")), { timeout: 30_000 })
    .toBe(1);
}

const UNREACHED = /ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/;
const WORDS = "a line written on the train";
const NEUTRAL = "https://www.wikipedia.org/";

/** Writes offline until the form is queued. */
async function writeOffline(page: Page): Promise<void> {
  await page.goto("/journal/morning");
  await workerReady(page);
  await page.context().setOffline(true);
  await page.getByLabel("I thank God for…").fill(WORDS);
  await expect.poll(() => unsent(page)).toBe(1);
}

/** Stores a form as an earlier version of the worker did. */
const storeUnencrypted = (page: Page, words: string) =>
  page.evaluate(
    (body) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("still-and-know");
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(["today", "unsent"], "readwrite");
          const today = transaction.objectStore("today").get("today");
          today.onsuccess = () => {
            const { owner } = today.result as { owner: string };
            const fields = [
              ["body", body],
              ["intent", "draft"],
              ["_owner", owner],
              ["_submission", "desk-of-an-earlier-version"],
            ];
            const path = "/journal/free";
            transaction
              .objectStore("unsent")
              .put({ key: "earlier", path, owner, fields, savedAt: Date.now() });
          };
          transaction.oncomplete = () => resolve();
        };
      }),
    words,
  );

/** Content of the worker's databases as text. */
const storedText = (page: Page) =>
  page.evaluate(async () => {
    let text = "";
    const decoder = new TextDecoder();
    for (const name of ["still-and-know", "still-and-know-keys"]) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const store of database.objectStoreNames) {
        const records = await new Promise<unknown[]>((resolve) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
        });
        text += JSON.stringify(records, (_key, value: unknown) =>
          value instanceof ArrayBuffer ? decoder.decode(value) : value,
        );
      }
      database.close();
    }
    return text;
  });

/** Leaves the offline page, whose reload would cancel the next navigation, and connects. */
async function goOnline(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().setOffline(false);
}

/** Expects that the queue is sent, and its text in the draft. */
async function expectSent(page: Page, words = WORDS): Promise<void> {
  await expect.poll(() => unsent(page)).toBe(0);
  await page.goto("/journal/morning");
  await expect(page.getByLabel("I thank God for…")).toHaveValue(words);
}

/** Rejects forms before they reach the server. @returns a function that ends it */
async function rejectForms(page: Page): Promise<() => Promise<void>> {
  const forms = /\/journal\/(morning|free)$/;
  await page
    .context()
    .route(forms, (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  return () => page.context().unroute(forms);
}

const stubNeutralPage = (page: Page) =>
  page.context().route(NEUTRAL, (route) => route.fulfill({ contentType: "text/html", body: "<h1>A</h1>" }));

async function logOut(page: Page): Promise<void> {
  await page.locator("summary").filter({ hasText: "User menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(/loggedOut=true/);
}

/** Expects that offline pages show nothing of the queue. */
async function expectNothingReadable(page: Page, ...words: string[]): Promise<void> {
  for (const path of ["/journal/free", "/dashboard", "/journal/morning", "/somewhere"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are offline");
    await expect(page.getByText("Nobody can read it here")).toBeVisible();
    const values = await page
      .locator("textarea")
      .evaluateAll((areas) => areas.map((area) => (area as HTMLTextAreaElement).value));
    const shown = `${await page.locator("body").innerText()} ${values.join(" ")}`;
    for (const each of words) expect(shown).not.toContain(each);
  }
}

test(
  "hides queued text after a quick exit and sends it after unlocking",
  { tag: "@release" },
  async ({ page, context, signIn, expectErrors }) => {
    expectErrors(UNREACHED);
    await stubNeutralPage(page);
    const person = await signIn({ quickExit: true });
    await writeOffline(page);
    await page.goto("/journal/morning");
    await expect(page.getByText(WORDS)).toBeVisible();
    expect(await storedText(page)).not.toContain(WORDS);
    await storeUnencrypted(page, "a line of an earlier version");
    // Online again, but the server rejects the form before the sign-out.
    const allowForms = await rejectForms(page);
    await goOnline(page);
    await page.goto("/journal/history");
    await page.getByRole("button", { name: "Quick exit" }).click();
    await page.waitForURL(NEUTRAL);
    await context.setOffline(true);
    await expectNothingReadable(page, WORDS, "a line of an earlier version");
    await allowForms();
    await goOnline(page);
    await page.goto("/unlock");
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Open my journal" }).click();
    await page.waitForURL(/dashboard/);
    await expectSent(page);
  },
);

test(
  "locks the device at an offline quick exit, and the session once online",
  { tag: "@release" },
  async ({ page, signIn, expectErrors }) => {
    expectErrors(UNREACHED);
    await stubNeutralPage(page);
    await signIn({ quickExit: true });
    await writeOffline(page);
    await page.getByRole("button", { name: "Quick exit" }).click();
    await page.waitForURL(NEUTRAL);
    await expectNothingReadable(page, WORDS);
    await goOnline(page);
    await page.goto("/journal/history");
    await page.waitForURL(/\/unlock/);
  },
);

test(
  "hides queued text once the sign-in page was shown and sends it after sign-in",
  { tag: "@release" },
  async ({ page, context, signIn, expectErrors }) => {
    expectErrors(new RegExp(`${UNREACHED.source}|401`));
    const person = await signIn();
    await writeOffline(page);
    await endSessions(person.email);
    await context.setOffline(false);
    await page.goto("/journal/history");
    await page.waitForURL(/\/auth\/login/);
    await context.setOffline(true);
    await expectNothingReadable(page, WORDS);
    await goOnline(page);
    await enter(page, person);
    await expectSent(page);
  },
);

test(
  "locks the device at an offline logout, and ends the session once online",
  { tag: "@release" },
  async ({ page, context, signIn, expectErrors }) => {
    expectErrors(new RegExp(`${UNREACHED.source}|401`));
    const person = await signIn();
    await page.goto("/journal/prayers");
    await page.getByLabel("Who or what are you praying for?").first().fill("Ruth in hospital");
    await page.getByRole("button", { name: "Add", exact: true }).first().click();
    await expect(page.getByText("Ruth in hospital").first()).toBeVisible();
    await writeOffline(page);
    await page.goto("/journal/prayers");
    await expect(page.getByText("Ruth in hospital")).toBeVisible();
    expect(await storedText(page)).not.toContain("Ruth in hospital");
    const allowForms = await rejectForms(page);
    await goOnline(page);
    await page.goto("/dashboard");
    await context.setOffline(true);
    await logOut(page);
    await expect(page.getByText("You are signed out on this device")).toBeVisible();
    await expectNothingReadable(page, WORDS, "Ruth in hospital");
    await allowForms();
    await goOnline(page);
    await page.goto("/dashboard");
    await page.waitForURL(/\/auth\/login/);
    await enter(page, person);
    await expectSent(page);
  },
);

test(
  "locks an idle offline page and keeps its text",
  { tag: "@release" },
  async ({ page, signIn, expectErrors }) => {
    expectErrors(UNREACHED);
    await signIn();
    await page.goto("/settings/security");
    await page.getByLabel("Lock after").selectOption("5");
    await page
      .locator("form")
      .filter({ hasText: "Lock after" })
      .getByRole("button", { name: "Save" })
      .click();
    await expect(page.getByText("your journal locks after").first()).toBeVisible();
    await writeOffline(page);
    await page.clock.install();
    await page.goto("/journal/morning");
    await expect(page.getByText(WORDS)).toBeVisible();
    await page.getByLabel("I thank God for…").fill("the bridge over the river");
    await page.clock.fastForward("05:10");
    await expect(page.getByText("Nobody can read it here")).toBeVisible();
    await expect.poll(() => unsent(page)).toBe(2);
    await expectNothingReadable(page, WORDS, "the bridge over the river");
  },
);

test(
  "reads and sends queued text after a restart of the unlocked worker",
  { tag: "@release" },
  async ({ page, context, signIn, expectErrors }) => {
    expectErrors(UNREACHED);
    await signIn();
    await writeOffline(page);
    const cdp = await context.newCDPSession(page);
    await cdp.send("ServiceWorker.enable");
    await cdp.send("ServiceWorker.stopAllWorkers");
    await page.goto("/journal/free");
    await expect(page.getByText(WORDS)).toBeVisible();
    await context.setOffline(false);
    await expect.poll(() => unsent(page)).toBe(0);
  },
);

test(
  "sends forms that an earlier worker stored unencrypted",
  { tag: "@release" },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto("/dashboard");
    await workerReady(page);
    await storeUnencrypted(page, "a line of an earlier version");
    await page.reload();
    await expect.poll(() => unsent(page)).toBe(0);
    await page.goto("/journal/free");
    await expect(page.getByLabel("Your words")).toHaveValue("a line of an earlier version");
  },
);

test(
  "queues offline text in persistent storage, sends it once online, and removes it",
  { tag: "@release" },
  async ({ page, context, signIn, expectErrors }) => {
    expectErrors(UNREACHED);
    // Chromium decides whether to grant persistence, so the call is stubbed.
    await page.addInitScript(() => {
      StorageManager.prototype.persist = () => {
        document.documentElement.dataset.persist = "asked";
        return Promise.resolve(true);
      };
    });
    await signIn();
    await page.goto("/journal/morning");
    await workerReady(page);
    await expect(page.locator("html")).not.toHaveAttribute("data-persist", "asked");
    await context.setOffline(true);
    await page.getByLabel("I thank God for…").fill(WORDS);
    await expect(page.getByText(/Kept on this device, and sent when you are back/)).toBeVisible({
      timeout: 15_000,
    });
    expect(await unsent(page)).toBe(1);
    await expect(page.locator("html")).toHaveAttribute("data-persist", "asked");
    await context.setOffline(false);
    await expect.poll(() => unsent(page)).toBe(0);
    await expect(page.getByText("What you wrote offline is in your journal now.").first()).toBeVisible();
    await expect(page.getByText("You are offline")).toHaveCount(0);
    await expect(page.getByText(/Saved as draft/)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("I thank God for…")).toHaveValue(WORDS);
  },
);

test(
  "keeps the form of an entry finished offline and creates it once online",
  { tag: "@release" },
  async ({ page, context, signIn, expectErrors }) => {
    expectErrors(UNREACHED);
    await signIn();
    await page.goto("/journal/free");
    await workerReady(page);
    await context.setOffline(true);
    await page.getByText("More: title, tags, mood").click();
    await page.getByLabel("Title").fill("On the ferry");
    await page.getByLabel("Your words").fill("Only water, and the sound of it.");
    await page.getByRole("button", { name: "Finish", exact: true }).click();
    await expect(page.getByRole("alert").first()).toContainText("It is kept on this device too");
    await expect(page.getByLabel("Title")).toHaveValue("On the ferry");
    await context.setOffline(false);
    await expect.poll(() => unsent(page)).toBe(0);
    // The open page has removed its offline notice.
    await expect(page.getByText("You are offline")).toHaveCount(0);
    await page.goto("/journal/history");
    await expect(page.getByRole("link", { name: /On the ferry/ })).toHaveCount(1);
  },
);

test(
  "offers a form on any offline page and keeps both texts after a conflict",
  { tag: "@release" },
  async ({ page, context, signIn, newVisitor, expectErrors }) => {
    expectErrors(UNREACHED);
    await signIn();
    await page.goto("/dashboard");
    await workerReady(page);
    // Another, online device of this member.
    const elsewhere = await newVisitor({ storageState: await context.storageState() });
    await context.setOffline(true);
    await page.goto("/journal/morning");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are offline");
    await expect(page.getByRole("heading", { name: "Morning reflection" })).toBeVisible();
    await expect(page.locator("#desk blockquote")).toContainText(/\w+/);
    await page.getByLabel("I thank God for…").fill("the quiet of the tunnel");
    await page.getByRole("button", { name: "Keep on this device" }).click();
    await expect(page.getByText("Kept on this device", { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("I thank God for…")).toHaveValue("the quiet of the tunnel");

    await elsewhere.goto("/journal/morning");
    await elsewhere.getByLabel("I thank God for…").fill("the bread on the table");
    await elsewhere.getByRole("button", { name: "Save for later" }).click();
    await expect(elsewhere.getByText(/Saved as draft/)).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Morning reflection", {
      timeout: 40_000,
    });
    await expect(page.getByLabel("I thank God for…")).toHaveValue("the bread on the table");
    await page.goto("/journal/history");
    await expect(page.getByText("the quiet of the tunnel")).toHaveCount(1);
  },
);

test(
  "clears all caches at sign-out and registers no worker for visitors",
  { tag: "@release" },
  async ({ page, signIn }) => {
    await page.goto("/login");
    await waitForHydration(page);
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
    // Only files and the offline page are cached.
    expect(
      before.filter((path) => !/^\/(assets\/|offline\/desk|offline\.js|favicon\.svg)/.test(path)),
    ).toEqual([]);
    await logOut(page);
    // Files of the landing page may be cached again, but not the offline page and the questions.
    expect(await page.evaluate(async () => (await caches.match("/offline/desk")) === undefined)).toBe(true);
    expect(await stored(page, "unsent")).toBe(0);
    expect(await stored(page, "today")).toBe(0);
  },
);

test(
  "keeps the queue of another member at sign-out",
  { tag: "@release" },
  async ({ page, context, signIn, expectErrors }) => {
    expectErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|401|400|403/);
    await signIn();
    await page.goto("/journal/morning");
    await workerReady(page);
    const anns = await context.cookies();
    await context.setOffline(true);
    await page.getByLabel("I thank God for…").fill("words of Ann on the train");
    await expect.poll(() => unsent(page)).toBe(1);
    // Her session ends while her form is queued.
    await context.clearCookies();
    await context.setOffline(false);

    await signInAs(page);
    await page.goto("/dashboard");
    await logOut(page);
    expect(await unsent(page)).toBe(1);
    expect(await stored(page, "today")).toBe(0);

    await context.addCookies(anns);
    await page.goto("/dashboard");
    await expectSent(page, "words of Ann on the train");
  },
);

test(
  "queues a picture chosen offline and sends it once",
  { tag: "@release" },
  async ({ page, context, signIn, expectErrors }) => {
    expectErrors(UNREACHED);
    await signIn();
    await page.goto("/journal/free");
    await workerReady(page);
    await context.setOffline(true);
    await page.getByLabel("Your words").fill("by the lake, without a line");
    await page.getByLabel("Add pictures").setInputFiles([
      {
        name: "lake.jpg",
        mimeType: "image/jpeg",
        buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background: "#7a8f5a" } })
          .jpeg()
          .toBuffer(),
      },
    ]);
    await expect(page.getByText("These pictures could not be sent.")).toBeVisible();
    await page.getByRole("button", { name: "Finish", exact: true }).click();
    await expect(page.getByRole("alert").first()).toContainText("It is kept on this device too");
    await page.close();
    await context.setOffline(false);
    const later = await context.newPage();
    await later.goto("/journal/history");
    await expect.poll(() => unsent(later)).toBe(0);
    await later.reload();
    await later.getByText("by the lake, without a line").first().click();
    await expect(later.getByRole("img")).toHaveCount(1);
  },
);
