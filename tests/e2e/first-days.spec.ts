import type { Page } from "playwright/test";
import { setPlan } from "#tests/support/browser-database";
import { expect, newPerson, test, verify } from "./fixtures";

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
        // With script, the draft is saved automatically, so there is no button.
        const saves = page.getByRole("button", { name: "Save for later", exact: true });
        await expect(saves).toHaveCount(script === "on" ? 0 : 1);
        if (step === 1) await page.locator("main textarea").first().fill("Rain on the roof.");
        await press(page, step === 4 ? "Finish" : "Next");
      }
      await expect(heading(page)).toHaveText("Kept.");
      await expect(page.getByText("Rain on the roof.")).toBeVisible();
    });

    test("leaves by the quick exit that a member has switched on", async ({ page, signIn }) => {
      const neutral = "https://www.wikipedia.org/";
      await page.context().route(neutral, (route) => route.fulfill({ contentType: "text/html", body: "A" }));
      await signIn();
      const exit = page.getByRole("button", { name: "Quick exit" });
      const openMenu = () => page.locator("summary", { hasText: "Menu" }).first().click();
      await page.goto("/settings/security");
      await openMenu();
      await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
      await expect(exit).toHaveCount(0);
      await expect(page.getByText("opens wikipedia.org at once")).toBeVisible();
      await press(page, "Show it in my menu");
      await expect(page.getByRole("button", { name: "Take it out of my menu" })).toBeVisible();
      await page.goto("/journal/free");
      await openMenu();
      await exit.click();
      await page.waitForURL(neutral);
      await page.goto("/dashboard");
      await expect(page).toHaveURL(/\/unlock\?redirectTo=/);
    });

    test("brings a prayer from the public page into the journal of a new member", async ({ page }) => {
      const person = newPerson();
      await page.goto("/today");
      await page.locator("[name=first]").fill("A lamp behind the frost.");
      await press(page, "Keep this");
      await page.waitForURL(/\/auth\/register$/);
      const waiting = page.getByText("Your words are waiting. They are kept for a day.");
      await expect(waiting).toBeVisible();
      await page.locator("[name=username]").fill(person.username);
      await page.locator("[name=email]").fill(person.email);
      await page.locator("[name=password]").fill(person.password);
      await page.locator("[name=confirmPassword]").fill(person.password);
      await page.locator("[name=agreeToTerms]").check();
      await press(page, "Create account");
      await page.waitForURL(/\/verify-email/);
      await expect(waiting).toBeVisible();
      await verify(page, person);
      await expect(page.getByText("Your first prayer is in your journal.").first()).toBeVisible();
      await expect(page.getByText("Welcome back")).toHaveCount(0);
      await page.getByLabel("What may we call you?").fill("Margaret");
      // With script, the time zone is taken from the browser, so it is not asked for.
      await expect(page.getByLabel("Time zone")).toBeVisible({ visible: script === "off" });
      if (script === "off") await page.getByLabel("Time zone").fill("New York");
      await press(page, "Begin");
      await page.waitForURL(/\/journal\/(morning|evening)/);
      await page.goto("/dashboard");
      await expect(heading(page)).toHaveText("Peace be with you, Margaret");
    });

    test("opens the journal pages from the menu, and offers a choice once the reflection is written", async ({
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
