import { readPdf } from "#tests/support/read-pdf";
import { expect, fillSignIn, test } from "./fixtures";

test("renders the appearance settings into every page", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/settings/appearance");
  await page.getByLabel("Dark", { exact: true }).check();
  await page.getByLabel("Larger").check();
  await page.getByLabel("A reading serif everywhere").check();
  await page.getByLabel("No animation").check();
  expect(page.locator("html")).toHaveAttribute("data-day");
  await page.getByLabel("Leave out the colour of the day").check();
  await page.getByRole("button", { name: "Save" }).click();
  expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  for (const url of ["/dashboard", "/about"]) {
    const html = await (await page.request.get(url)).text();
    expect(html, url).not.toContain("data-day=");
    for (const mark of [
      'data-theme="dark"',
      'data-text="larger"',
      'data-serif="on"',
      'data-motion="reduced"',
    ])
      expect(html, url).toContain(mark);
  }
});

test("renders the chosen locale and translation on every page", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/settings");
  const place = page.getByLabel("Dates and times as in");
  await place.selectOption({ label: "United States: November 21, 2026, 6:05 pm" });
  await page.getByRole("button", { name: "Save" }).click();
  expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  await page.goto("/settings/prayer");
  // Settings of other pages are links, and rarely used ones are collapsed.
  for (const name of ["Time zone", "Day of rest"]) expect(page.getByLabel(name)).toHaveCount(0);
  expect(page.getByLabel("Length")).toBeHidden();
  await page.getByText("How a reflection goes").click();
  expect(page.getByLabel("Length")).toBeVisible();
  await page.getByLabel("Translation").selectOption({ label: "King James Version" });
  await page.getByRole("button", { name: "Save" }).click();
  expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  const monthFirst =
    /(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}/;
  for (const url of ["/dashboard", "/journal/morning"]) {
    await page.goto(url);
    expect(page.locator("main")).toContainText(monthFirst);
    expect(page.locator("main")).toContainText("King James Version");
    expect(page.locator("main")).not.toContainText("World English Bible");
    expect(page.locator("html")).toHaveAttribute("lang", "en-US");
  }
  // The locale's week starts on Sunday.
  await page.goto("/journal/history/calendar");
  expect(page.getByRole("columnheader").first()).toContainText("Su");
  await page.getByRole("link", { name: "Read this month" }).click();
  expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test(
  "links every settings page in its group and shows its name as the heading",
  { tags: ["release"] },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto("/settings");
    const groups = page.getByRole("navigation", { name: "Settings" });
    const links = await groups.locator("a").all();
    const headings: string[] = [];
    for (const link of links) {
      const to = (await link.getAttribute("href")) ?? "";
      await page.goto(to);
      const pages = page.locator("main nav a");
      expect(
        page.locator("main nav [aria-current=page], main nav [aria-current=true]").first(),
      ).toBeVisible();
      for (const one of await pages.all()) {
        const path = (await one.getAttribute("href")) ?? "";
        expect((await page.request.get(path)).status()).toBe(200);
      }
      headings.push(await page.getByRole("heading", { level: 1 }).innerText());
    }
    expect(headings).toEqual(["Profile", "Prayer", "Reminders", "Privacy", "Data", "Plan"]);
    await page.goto("/settings/security");
    await page
      .getByRole("navigation", { name: "Privacy and Security" })
      .getByRole("link", { name: "Insights" })
      .click();
    expect(page.getByRole("heading", { level: 1, name: "How insights are made" })).toBeVisible();
    await page.goto("/settings/security/passkeys");
    expect(page.getByRole("heading", { level: 1, name: "Passkeys" })).toBeVisible();
    await page.getByRole("link", { name: "Settings", exact: true }).last().click();
    expect(page).toHaveURL("/settings");
  },
);

test("sets every page in the chosen typeface and spacing", async ({ page, signIn, newVisitor }) => {
  await signIn();
  await page.goto("/settings/appearance");
  await page.getByLabel("Letters that are easy to tell apart").check();
  await page.getByLabel("More room between lines and words").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  for (const path of ["/settings/appearance", "/journal/free", "/bible/psalms/23"]) {
    await page.goto(path);
    expect(page.locator("html")).toHaveAttribute("data-letters", "hyperlegible");
    expect(page.locator("html")).toHaveAttribute("data-spacing", "wide");
  }
  await page.goto("/journal/book");
  const large = page.getByRole("link", { name: "A4 in large print" });
  const sheet = await page.request.get((await large.getAttribute("href")) ?? "");
  expect(sheet.headers()["content-type"]).toBe("application/pdf");
  expect(readPdf("pdffonts", await sheet.body()) ?? "AtkinsonHyperlegible").toContain("AtkinsonHyperlegible");
  const other = await newVisitor();
  await other.goto("/home");
  expect(await other.content()).not.toMatch(/data-letters|data-spacing/);
});

test("deletes an account, cancels the deletion, and deletes it again", async ({ page, signIn, mailbox }) => {
  const person = await signIn();
  const remove = async () => {
    await page.goto("/settings/delete");
    await page.getByLabel("Current password").fill(person.password);
    await page.getByLabel("Type the word “delete”").fill("delete");
    await page.getByRole("button", { name: "Delete my account" }).click();
    expect(page).toHaveURL(/\/goodbye\?until=/);
    expect(page.getByText(/your account and everything you have written will be deleted/)).toBeVisible();
  };
  await remove();
  await mailbox.waitForMail(person.email, { subject: /being deleted/ });
  await page.goto("/dashboard");
  expect(page).toHaveURL(/\/auth\/login/);
  const signInAgain = async () => {
    await page.goto("/login");
    await fillSignIn(page, person);
    expect(page).toHaveURL(/\/leaving$/);
  };
  await signInAgain();
  await page.goto("/journal");
  expect(page).toHaveURL(/\/leaving$/);
  await page.getByLabel("Format", { exact: true }).selectOption("markdown");
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Export" }).click();
  expect(page.downloaded().suggestedFilename()).toMatch(/^still-and-know-.*-markdown\.zip$/);
  await page.getByRole("button", { name: "Keep my account" }).click();
  expect(page).toHaveURL(/\/dashboard$/);
  expect(page.getByText("Your account will not be deleted").first()).toBeVisible();
  await mailbox.waitForMail(person.email, { subject: /Your account will not be deleted/ });
  await remove();
  await signInAgain();
  await page.getByRole("button", { name: "Sign out and let it be deleted" }).click();
  expect(page).toHaveURL(/\/home/);
});
