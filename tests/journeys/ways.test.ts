import { makeAdministrator } from "#tests/support/browser-database";
import { expect, test } from "./fixtures";

const FORBIDDEN = /\bmissed\b|\bbehind\b|\bstreak\b|\d ?%/i;

test("starts, prays, leaves and restarts a way without losing entries", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/ways");
  expect(page.getByRole("heading", { name: "Ways", level: 1 })).toBeVisible();
  await page.locator("main a[href='/ways/grief']").click();
  const days = await page.locator("main ol a").all();
  expect(days).toHaveLength(7);
  await page.getByRole("button", { name: "Use it in the morning" }).click();
  expect(page.getByRole("button", { name: "Leave this way" })).toBeVisible();
  await page.goto("/journal/morning");
  await page.locator("textarea").first().fill("She laughed like rain.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  await page.goto("/ways/grief");
  expect(page.getByText("She laughed like rain.")).toBeVisible();
  expect(await page.locator("main").textContent()).not.toMatch(FORBIDDEN);
  await page.getByRole("button", { name: "Leave this way" }).first().click();
  await page.goto("/dashboard");
  expect(await page.locator("main").textContent()).not.toMatch(FORBIDDEN);
  await page.goto("/ways/grief");
  expect(page.getByText("She laughed like rain.")).toBeVisible();
  await page.getByRole("button", { name: "Use it in the morning" }).click();
  await page.goto("/ways");
  expect(page.getByRole("button", { name: "Leave this way" })).toBeVisible();
});

test("prays the first day of the five-day way that looks back on the year", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/ways");
  await page.getByRole("link", { name: "The year looked back on" }).click();
  expect(page).toHaveURL("/ways/year-looked-back-on");
  expect(page.locator("main ol a")).toHaveText([
    /What was given/,
    /What hurt/,
    /What is forgiven/,
    /What has grown/,
    /What stays/,
  ]);
  await page.getByRole("button", { name: "Use it in the morning" }).click();
  await page.goto("/journal/morning");
  expect(page.locator("main")).toContainText("What was given");
  expect(page.locator("main")).toContainText("Psalm 103");
  await page.locator("textarea").first().fill("The kettle, and who filled it.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await page.goto("/ways/year-looked-back-on");
  expect(page.getByText("The kettle, and who filled it.")).toBeVisible();
});

test("writes a way in a form, adds, changes and removes days", async ({ page, signIn }) => {
  const { email, password } = await signIn();
  await makeAdministrator(email);
  await page.context().clearCookies();
  await page.goto("/admin-login");
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page.locator("main form[method=post] button[type=submit]").first().click();
  await page.goto("/admin-settings");
  await page.locator("main").getByRole("link", { name: "Ways written here" }).click();
  expect(page.getByText("ADMIN ACCESS")).toBeVisible();
  expect(page.getByText("Admin viewing as user")).toHaveCount(0);

  const name = `Lent with Mark ${Date.now().toString(36)}`;
  const fillDay = async (title: string, passage: string, questions: string) => {
    await page.locator("[name=dayTitle]").fill(title);
    await page.locator("[name=passage]").fill(passage);
    await page.locator("[name=questions]").fill(questions);
  };
  await page.locator("[name=title]").fill(name);
  await page.locator("[name=beginning]").selectOption("ash-wednesday");
  await fillDay("Dust", "Hezekiah 3:1", "What is dust to you?");
  await page.getByRole("button", { name: "Save, and continue to its days" }).click();
  expect(page.locator("[name=passage]")).toHaveAttribute("aria-invalid", "true");
  expect(page.locator("[name=dayTitle]")).toHaveValue("Dust");
  await page.locator("[name=passage]").fill("Genesis 3:17-19");
  await page.getByRole("button", { name: "Save, and continue to its days" }).click();
  const address = page.url();
  expect(address).toMatch(/\/admin\/ways\/lent-with-mark-/);

  await page.getByRole("link", { name: "Add a day" }).click();
  await fillDay("Wilderness", "Mark 1:12-13", "Where is it quiet?\nWho is with you?");
  await page.getByRole("button", { name: "Save, and add another" }).click();
  await fillDay("A voice", "Mark 1:14-20", "What do you hear?");
  await page.getByRole("button", { name: "Save this day" }).click();
  const days = page.getByRole("list", { name: "The days" }).getByRole("link");
  expect(days).toHaveText([/Dust/, /Wilderness/, /A voice/]);
  await page.getByRole("link", { name: /Dust/ }).click();
  await page.getByRole("button", { name: "Remove this day" }).click();
  expect(days).toHaveText([/Wilderness/, /A voice/]);

  await page.getByRole("link", { name: "As text" }).click();
  expect(page.locator("[name=text]")).toHaveValue(
    new RegExp(
      `^name: ${name}\r?\nbegins: ash-wednesday\r?\ndays:[^]*- Where is it quiet\\?[^]*- Who is with you\\?`,
    ),
  );
  await page.goto(address);
  await page.getByRole("button", { name: "Remove this way" }).click();
  expect(page.getByText("The way is no longer offered").first()).toBeVisible();
});
