import type { Page } from "playwright/test";
import type { OfflinePageAnswer } from "~/worker/messages";
import { expect, test } from "./fixtures";

// The account's zone, so that device and server agree on the day.
test.use({ serviceWorkers: "allow", timezoneId: "America/New_York" });

/** Tabs to the element. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < 60; stop++) {
    if (await page.evaluate((sought) => document.activeElement?.matches(sought), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${selector} was not reached in 60 stops.`);
}

/** Names that the worker decrypts for the offline page; undefined before it has fetched the day. */
const keptNames = (page: Page) =>
  page.evaluate(async () => {
    const worker = navigator.serviceWorker.controller;
    if (!worker) return undefined;
    const { port1, port2 } = new MessageChannel();
    const reply = new Promise<OfflinePageAnswer>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data as OfflinePageAnswer);
    });
    worker.postMessage({ type: "desk" }, [port2]);
    const { today } = await reply;
    return today && (today.held ?? []).map(({ name }) => name);
  });

/** Presses the key for "back", and the key for "on" as soon as the name is rendered. */
function pressBackThenOn(name: string): Promise<void> {
  const press = (key: string) =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  return new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (document.querySelector("h1")?.textContent !== name) return;
      watch.disconnect();
      press("ArrowRight");
      resolve();
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    press("ArrowLeft");
  });
}

test("adds, prays through and ends intentions by keyboard", { tag: "@release" }, async ({ page, signIn }) => {
  await signIn();
  await page.goto("/journal/prayers");
  await tabTo(page, "[name=name]");
  await page.keyboard.type("Mum");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your list" })).toBeVisible();
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
  // Waits for the focus: like the listener for the keys, it is set in an effect after rendering.
  await expect(shown).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(shown).toHaveText("The neighbour upstairs");
  await page.keyboard.press("ArrowLeft");
  await expect(shown).toHaveText("Mum");
  await page.keyboard.press("ArrowRight");
  await expect(shown).toHaveText("The neighbour upstairs");
  await page.keyboard.press("ArrowRight");
  await expect(shown).toHaveText("The vote on Thursday");
  await expect(page.getByRole("link", { name: "Next" })).toHaveCount(0);
  await page.keyboard.press("ArrowLeft");
  await expect(shown).toHaveText("The neighbour upstairs");
  // A slow CPU separates rendering from effects.
  const device = await page.context().newCDPSession(page);
  await device.send("Emulation.setCPUThrottlingRate", { rate: 20 });
  await page.evaluate(pressBackThenOn, "Mum");
  await expect(shown).toHaveText("The neighbour upstairs");
  await device.send("Emulation.setCPUThrottlingRate", { rate: 1 });
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

/** Adds intentions, and waits until the worker has cached them. */
async function addIntentions(page: Page, names: string[]): Promise<void> {
  await page.goto("/journal/prayers");
  await page.getByLabel("Names or intentions, one per line").fill(names.join("\n"));
  await page.getByRole("button", { name: "Add them all" }).click();
  await expect.poll(() => keptNames(page), { timeout: 30_000 }).toEqual(names);
}

test(
  "shows today's intentions offline and queues new ones",
  { tag: "@release" },
  async ({ page, context, signIn, expectErrors }) => {
    expectErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|status of 400/);
    await signIn();
    await addIntentions(page, ["Mum"]);
    const field = page.getByLabel("Who or what are you praying for?");

    // On the open page the form is queued.
    await context.setOffline(true);
    await field.fill("Dad");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByRole("alert").first()).toContainText("It is kept on this device too");
    await expect(field).toHaveValue("Dad");

    // A page opened offline shows today's intentions and a form.
    await page.goto("/journal/prayers");
    const desk = page.locator("#desk");
    await expect(desk).toContainText("Praying for today");
    await expect(desk.locator("li").filter({ hasText: "Mum" })).toBeVisible();
    await field.fill("The ferryman");
    await page.getByRole("button", { name: "Keep on this device" }).click();
    for (const name of ["Dad", "The ferryman"])
      await expect(desk.locator("li").filter({ hasText: name })).toBeVisible();
    await expect(field).toHaveValue("");
    // Longer than the server accepts, as from an outdated cached page.
    await field.evaluate((area) => area.removeAttribute("maxlength"));
    const tooLong = `Zebedee ${"and his sons ".repeat(10)}`;
    await field.fill(tooLong);
    await page.getByRole("button", { name: "Keep on this device" }).click();
    await expect(desk.locator("li").filter({ hasText: "Zebedee" })).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByRole("heading", { name: "Your list" })).toBeVisible({ timeout: 40_000 });
    // A rejected form is reported with its text and stays queued.
    await expect(
      page.getByText(/^“Zebedee and his sons.* couldn’t be saved: too long/).first(),
    ).toBeVisible();
    // The page may have loaded during the sync.
    await page.goto("/journal/prayers");
    for (const name of ["Mum", "Dad", "The ferryman"])
      await expect(page.locator("main li").filter({ hasText: name })).toHaveCount(1);
    await expect(page.locator("main li").filter({ hasText: "Zebedee" })).toHaveCount(0);
    await context.setOffline(true);
    await page.goto("/journal/prayers");
    const waiting = desk.locator("li").filter({ hasText: "This couldn’t be saved" });
    await expect(waiting).toContainText(tooLong.trim());
  },
);

test(
  "removes a deleted intention, and at sign-out all of them, from the device",
  { tag: "@release" },
  async ({ page, context, signIn }) => {
    await signIn();
    await addIntentions(page, ["Mum", "Dad"]);
    await page.getByRole("link", { name: "Dad" }).click();
    await page.locator("summary").filter({ hasText: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete for good" }).click();
    await expect.poll(() => keptNames(page)).toEqual(["Mum"]);
    await context.clearCookies();
    await page.goto("/journal/prayers");
    await expect(page).toHaveURL(/login/);
    await expect.poll(() => keptNames(page)).toEqual([]);
  },
);

/** A promise with its resolver. */
function deferred(): { until: Promise<void>; release: () => void } {
  let release = () => {};
  const until = new Promise<void>((resolve) => (release = resolve));
  return { until, release };
}

test(
  "caches an intention added before the worker took control",
  { tag: "@release" },
  async ({ page, signIn }) => {
    await signIn();
    const [wanted, worker, form] = [deferred(), deferred(), deferred()];
    await page.exposeFunction("workerMayCome", () => {
      wanted.release();
      return worker.until;
    });
    await page.addInitScript(() => {
      const { workerMayCome } = window as unknown as { workerMayCome: () => Promise<void> };
      const { register } = ServiceWorkerContainer.prototype;
      ServiceWorkerContainer.prototype.register = async function (...args) {
        await workerMayCome();
        return register.apply(this, args);
      };
    });
    await page.route("**/journal/prayers.data", async (route) => {
      if (route.request().method() === "POST") await form.until;
      await route.continue();
    });
    await page.goto("/journal/prayers");
    // The worker is registered after the page has loaded.
    await wanted.until;
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await page.getByLabel("Who or what are you praying for?").fill("Mum");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await sent;
    worker.release();
    await expect.poll(() => keptNames(page), { timeout: 30_000 }).toEqual([]);
    form.release();
    await expect.poll(() => keptNames(page), { timeout: 30_000 }).toEqual(["Mum"]);
  },
);
