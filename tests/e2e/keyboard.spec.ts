import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

/** The focused element: its name, whether it has a focus ring, and whether it is visible. */
function describeFocus() {
  const here = document.activeElement as HTMLElement;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(here);
  const { top, bottom, width, height } = here.getBoundingClientRect();
  const name = here.getAttribute("aria-label") ?? here.getAttribute("name") ?? here.textContent;
  const ring = (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
  return {
    name: `${here.localName} ${name?.trim().slice(0, 40)}`,
    onPage: here !== document.body,
    ring,
    seen: bottom > 0 && top < window.innerHeight && width > 0 && height > 0,
  };
}

/** Tabs to the element; every stop must have a visible focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < 90; stop++) {
    await page.keyboard.press("Tab");
    const { name, onPage, ring, seen } = await page.evaluate(describeFocus);
    if (onPage) expect({ name, ring, seen }).toEqual({ name, ring: true, seen: true });
    if (await page.evaluate((sought) => document.activeElement?.matches(sought), selector)) return;
  }
  throw new Error(`${selector} was not reached in 90 stops.`);
}

test(
  "signs in, writes, finishes, searches and signs out by keyboard",
  { tag: "@release" },
  async ({ page, signIn }) => {
    const person = await signIn();
    await page.context().clearCookies();

    await page.goto("/login");
    await tabTo(page, "[name=email]");
    await page.keyboard.type(person.email);
    await tabTo(page, "[name=password]");
    await page.keyboard.type(person.password);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/dashboard/);

    await page.goto("/journal/free");
    // Activates the skip link.
    await page.keyboard.press("Tab");
    await expect(page.locator(":focus")).toHaveText("Skip to content");
    await page.keyboard.press("Enter");
    await tabTo(page, "[name=body]");
    await page.keyboard.type("No hand left the keys.");
    await tabTo(page, "form summary");
    await page.keyboard.press("Enter");
    await tabTo(page, "[name=title]");
    await page.keyboard.type("With ten fingers");
    await tabTo(page, "button[value=finish]");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/journal\/entries\//);
    await expect(page.getByText("No hand left the keys.")).toBeVisible();

    await tabTo(page, "a[href='/journal/history']");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/journal\/history/);
    // The URL changes before the page, which then scrolls to its top.
    await expect(page.getByRole("heading", { level: 1, name: "History" })).toBeVisible();
    await tabTo(page, "main a[href^='/journal/entries/']");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/journal\/entries\//);
    await expect(page.getByText("No hand left the keys.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "With ten fingers" })).toBeVisible();

    await tabTo(page, "form[action='/logout'] button");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/home\?loggedOut=true$/);
  },
);

test("operates the phone drawer by keyboard", async ({ page, signIn }) => {
  await signIn();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/dashboard");
  await tabTo(page, "summary");
  await page.keyboard.press("Enter");
  await tabTo(page, "a[href='/settings']");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings$/);
});

test("has no keyboard trap", { tag: "@release" }, async ({ page, signIn }) => {
  await signIn();
  for (const path of ["/dashboard", "/journal/history", "/settings/prayer", "/coaches"]) {
    await page.goto(path);
    const stops: string[] = [];
    for (let stop = 0; stop < 150; stop++) {
      await page.keyboard.press("Tab");
      const { name, onPage, ring, seen } = await page.evaluate(describeFocus);
      if (!onPage) break;
      expect({ path, name, ring, seen }).toEqual({ path, name, ring: true, seen: true });
      stops.push(name);
    }
    expect(stops.length, path).toBeGreaterThan(10);
    expect(stops.length, path).toBeLessThan(150);
    // The footer's links come last, so nothing trapped the focus.
    expect(stops.slice(-3).join("\n")).toMatch(/About Us|Need help now/);
  }
});
