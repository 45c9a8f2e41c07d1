import type { Page } from "playwright/test";
import { setPlan } from "#tests/support/browser-database";
import { expect, test } from "./fixtures";

const PHONE = { width: 390, height: 844 };
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function expectInFirstScreen(page: Page, text: string): Promise<void> {
  const box = await page.getByText(text).first().boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0), text).toBeLessThanOrEqual(PHONE.height);
}

/** The reference below the passage of the open page. */
async function passageReference(page: Page): Promise<string> {
  const [reference = ""] = (await page.locator("main figcaption").first().innerText()).split(" · ");
  return reference;
}

for (const script of ["on", "off"] as const)
  test.describe(`on a phone with script ${script}`, { tag: "@release" }, () => {
    test.use({ javaScriptEnabled: script === "on", viewport: PHONE });

    test("ends a morning once, with a verse and Amen", async ({ page, signIn }) => {
      await signIn();
      await page.goto("/journal/morning");
      await page.getByLabel("Today I want to be present to…").fill("my neighbour");
      await press(page, "Finish");
      await expect(heading(page)).toHaveText("Kept.");
      await expect(page.locator("section blockquote")).toBeVisible();
      await expect(page.getByText("You will see it again this evening.")).toBeVisible();
      await expectInFirstScreen(page, "Amen.");
      await page.reload();
      await expect(heading(page)).toHaveText("Morning reflection");
      await expect(page.getByText("Amen.")).toHaveCount(0);
    });

    test("leads through a prayer with one question in sight at each step", async ({ page, signIn }) => {
      const { email } = await signIn();
      await setPlan(email, "tier2", "lectio_examen");
      await page.goto("/journal/evening");
      for (let step = 1; step <= 4; step++) {
        await expect(page.getByText(`Step ${step} of 4`)).toBeAttached();
        const question = page.locator("main label:has(~ textarea)").first();
        if ((await question.count()) > 0) await expectInFirstScreen(page, await question.innerText());
        await expect(page.getByText("Add a picture")).toHaveCount(step === 4 ? 1 : 0);
        // Script saves the draft by itself.
        const saves = page.getByRole("button", { name: "Save for later", exact: true });
        await expect(saves).toHaveCount(script === "on" ? 0 : 1);
        if (step === 1) await page.locator("main textarea").first().fill("Rain on the roof.");
        await press(page, step === 4 ? "Finish" : "Next");
      }
      await expect(heading(page)).toHaveText("Kept.");
      await expect(page.getByText("Rain on the roof.")).toBeVisible();
    });

    test("opens the pages of the journal from the menu, and a choice once the reflection is written", async ({
      page,
      signIn,
    }) => {
      await signIn();
      await page.goto("/dashboard");
      const passage = await passageReference(page);
      await page.locator("summary", { hasText: "Menu" }).first().click();
      await page.locator("summary", { hasText: "Journal pages" }).click();
      const links = page.getByRole("navigation", { name: "Main" }).locator("details").getByRole("link");
      const pages = ["Morning", "Evening", "Free page", "History", "People", "Bible", "Ways"];
      await expect(links).toHaveText(pages);
      await links.filter({ hasText: "Morning" }).click();
      await page.waitForURL(/\/journal\/morning/);
      expect(await passageReference(page)).toBe(passage);
      await page.goto("/journal");
      await page.waitForURL(/\/journal\/(morning|evening)/);
      await page.locator("main textarea").first().fill("Bread.");
      await press(page, "Finish");
      await expect(heading(page)).toHaveText("Kept.");
      await page.goto("/journal");
      await expect(heading(page)).toHaveText(/^Your (morning|evening) is kept$/);
      await page.getByRole("link", { name: "Write a free page" }).click();
      await page.waitForURL(/\/journal\/free$/);
      await page.goto("/today");
      expect(await passageReference(page)).toBe(passage);
    });
  });
