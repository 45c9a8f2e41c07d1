import { expect, test } from "./fixtures";

test("marks an entry for a conversation, discusses it and imports its notes once", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/journal/free");
  await page.getByLabel("Your words").fill("The heron stood in the reeds.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  const entry = page.url();
  await page.getByRole("link", { name: "Mark to talk about" }).click();
  expect(page.getByText("Nothing is sent to anyone.")).toBeVisible();
  await page.getByRole("button", { name: "Mark all of it" }).click();
  expect(page).toHaveURL(`${entry}?mark=1#talk-`);
  await page.getByRole("link", { name: "Done marking" }).click();
  expect(page.getByText("Marked", { exact: true })).toBeVisible();
  expect(page.locator("[name=part]")).toHaveCount(0);
  await page.getByRole("link", { name: "Everything you have marked" }).click();
  expect(page).toHaveURL(/\/journal\/conversation$/);
  expect(page.getByText("The heron stood in the reeds.")).toBeVisible();
  expect(page.getByText("What moved me?")).toBeVisible();

  await page.getByRole("button", { name: "We’ve talked: clear the marks" }).click();
  expect(page).toHaveURL(/\/journal\/free\?text=/);
  expect(page.getByLabel("Your words")).toHaveValue("We spoke today.");
  await page.goto("/journal/conversation");
  expect(page.getByText("Nothing is marked yet.")).toBeVisible();
  await page.getByRole("button", { name: "Bring the marks back" }).click();
  expect(page.getByText("The heron stood in the reeds.")).toBeVisible();
});

test("configures, counts, generates and downloads a book", async ({ page, signIn }) => {
  const { password } = await signIn();
  await page.goto("/journal/free");
  await page.getByLabel("Your words").fill("By the lake.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await page.goto("/journal/history");
  const browse = page.getByRole("navigation", { name: "Browse your history" });
  await browse.locator("summary").click();
  await browse.getByRole("link", { name: "Print a book" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Bread for the way");
  await page.getByLabel("EPUB").check();
  await page.getByRole("button", { name: "Count again" }).click();
  expect(page.getByText("1 entry", { exact: true })).toBeVisible();
  expect(page.getByLabel("Title", { exact: true })).toHaveValue("Bread for the way");
  await page.getByRole("button", { name: "Make the book" }).click();
  expect(page.getByText("Password is required")).toBeVisible();
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Make the book" }).click();
  expect(page).toHaveURL(/\/journal\/book\/[\w-]+$/);
  await expect
    .poll(async () => {
      await page.goto(page.url());
      return page.getByRole("heading", { level: 1 }).textContent();
    })
    .toBe("Your book is ready");
  const link = page.getByRole("link", { name: /^Save the EPUB/ });
  const file = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(file.headers()["content-type"]).toBe("application/epub+zip");
  expect((await file.body()).subarray(30, 38).toString()).toBe("mimetype");
});
