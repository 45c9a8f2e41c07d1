import { endSessions } from "#tests/support/browser-database";
import { enter, expect, test } from "./fixtures";

/** The unsaved text that must survive each interruption. */
const WORDS = "The heron stood still by the water, and so did I, for a long while this morning.";

test("keeps the draft when the tab is closed", { tag: "@release" }, async ({ page, context, signIn }) => {
  await signIn();
  await page.goto("/journal/free");
  await page.locator("[name=body]").fill(WORDS);
  await expect(page.getByText(/Saved as draft \d\d:\d\d/)).toBeVisible({ timeout: 15_000 });
  await page.close();
  const again = await context.newPage();
  await again.goto("/journal/free");
  await expect(again.locator("[name=body]")).toHaveValue(WORDS);
});

test("keeps the draft when the page is left", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/journal/morning");
  // The text is typed before hydration, which must detect it.
  await page.getByLabel("I thank God for…").fill(WORDS);
  await page.waitForLoadState("networkidle");
  await page.goto("/dashboard");
  // The keepalive request that saves the draft may still be in flight.
  await expect(async () => {
    await page.goto("/journal/morning");
    await expect(page.getByLabel("I thank God for…")).toHaveValue(WORDS, { timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
});

test("shows the draft on a page loaded before it was saved", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/journal/free");
  await page.waitForLoadState("networkidle");
  let release: () => void = () => undefined;
  const read = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/journal/free.data", async (route) => {
    if (route.request().method() === "POST") await read;
    await route.continue();
  });
  await page.locator("[name=body]").fill(WORDS);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Peace be with you");
  await expect(page.getByRole("heading", { name: "Unfinished" })).toHaveCount(0);
  release();
  await expect(page.getByRole("heading", { name: "Unfinished" })).toBeVisible();
});

test("keeps the text when the session expires during writing", async ({ page, signIn }) => {
  const person = await signIn();
  // Signing in by the form marks this browser as known.
  await page.context().clearCookies();
  await enter(page, person);
  await page.goto("/journal/free");
  await page.getByText("More: title, tags, mood").click();
  await page.getByLabel("Title").fill("Water");
  await page.locator("[name=body]").fill(WORDS);
  await endSessions(person.email);
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await page.waitForURL(/\/auth\/login/);
  await page.locator("form [name=email]").fill(person.email);
  await page.locator("form [name=password]").fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "What you wrote is here" })).toBeVisible();
  await page.getByRole("button", { name: "Send it again" }).click();
  await page.waitForURL(/\/journal\/entries\/[\w-]+$/);
  await expect(page.getByRole("heading", { name: "Water" })).toBeVisible();
  await expect(page.getByText(WORDS)).toBeVisible();
  await page.goto("/journal/history");
  await expect(page.getByText(WORDS.slice(0, 40))).toHaveCount(1);
});

test("keeps the text when the network fails", async ({ page, context, signIn, expectErrors }) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await signIn();
  for (const address of ["/journal/free", "/journal/evening"]) {
    await page.goto(address);
    const area = page.locator("main textarea").first();
    await expect(page.locator("html")).toHaveAttribute("data-script", "on");
    await page.waitForLoadState("networkidle");
    await area.fill(WORDS);
    await context.setOffline(true);
    await page.getByRole("button", { name: "Finish", exact: true }).click();
    // With a service worker the form is queued and the page says so.
    await expect(page.getByRole("alert").first()).toBeVisible();
    await expect(area).toHaveValue(WORDS);
    await context.setOffline(false);
    await page.getByRole("button", { name: "Finish", exact: true }).click();
    await page.waitForURL(/\/journal\/entries\/[\w-]+$/);
    await expect(page.getByText(WORDS)).toBeVisible();
  }
  await page.goto("/journal/history");
  await expect(page.getByText(WORDS.slice(0, 40))).toHaveCount(2);
});

test("keeps both texts when two tabs edit one page", async ({ page, context, signIn, expectErrors }) => {
  expectErrors(/409/);
  await signIn();
  const other = await context.newPage();
  await page.goto("/journal/free");
  await other.goto("/journal/free");
  await page.locator("[name=body]").fill("Words of the first tab");
  await page.getByRole("button", { name: "Save for later" }).click();
  await expect(page.getByText(/Saved as draft/)).toBeVisible();
  await other.locator("[name=body]").fill("Words of the second tab");
  await other.getByRole("button", { name: "Save for later" }).click();
  await expect(other.getByText("This was changed in another window")).toBeVisible();
  await expect(other.getByText("Words of the first tab")).toBeVisible();
  await expect(other.locator("[name=body]")).toHaveValue("Words of the second tab");
  await other.locator("[name=body]").fill("Words of the first tab\nWords of the second tab");
  await other.getByRole("button", { name: "Finish", exact: true }).click();
  await other.waitForURL(/\/journal\/entries\/[\w-]+$/);
  for (const text of ["first", "second"])
    await expect(other.getByText(`Words of the ${text} tab`)).toBeVisible();
});

test(
  "shows no draft to the next user of the browser",
  { tag: "@release" },
  async ({ page, signIn, newVisitor }) => {
    const first = await signIn();
    await page.goto("/journal/free");
    await page.locator("[name=body]").fill(WORDS);
    await page.getByRole("button", { name: "Save for later" }).click();
    await expect(page.getByText(/Saved as draft/)).toBeVisible();
    const elsewhere = await newVisitor();
    await enter(elsewhere, first);
    await elsewhere.goto("/journal/free");
    await expect(elsewhere.locator("[name=body]")).toHaveValue(WORDS);
    await page.context().clearCookies();
    await signIn();
    await page.goto("/journal/free");
    await expect(page.locator("[name=body]")).toHaveValue("");
  },
);

test("retries a failed autosave without further typing", async ({ page, signIn, expectErrors }) => {
  expectErrors(/503/);
  await signIn();
  let isUnavailable = true;
  await page.route(/\/journal\/free\.data/, (route) =>
    isUnavailable && route.request().method() === "POST"
      ? route.fulfill({ status: 503, body: "away" })
      : route.continue(),
  );
  await page.clock.install();
  await page.goto("/journal/free");
  await page.getByLabel("Your words").fill("Nothing of this is lost.");
  await page.clock.runFor(6_000);
  await expect(page.getByText(/could not be saved|not saved/i).first()).toBeVisible();
  isUnavailable = false;
  await page.clock.runFor(21_000);
  await expect(page.getByText(/Saved as draft/)).toBeVisible();
});
