import { expect, test } from "./fixtures";

test(
  "marks a passage without scrolling and reports when the book is ready",
  { tag: "@release" },
  async ({ page, signIn }) => {
    const { password } = await signIn();
    await page.goto("/journal/free");
    await page.getByLabel("Your words").fill("By the lake.");
    await page.getByRole("button", { name: "Finish", exact: true }).click();
    await page.waitForURL(/\/journal\/entries\//);
    await page.getByRole("link", { name: "Mark to talk about" }).click();
    const mark = page.getByRole("button", { name: "Mark all of it" });
    await mark.click();
    await expect(mark).toHaveAttribute("aria-pressed", "true");
    await mark.click();
    await expect(mark).toHaveAttribute("aria-pressed", "false");

    await page.goto("/journal/book");
    await page.getByRole("button", { name: "Count again" }).click();
    await expect(page.getByRole("status").getByText("1 entry, about")).toBeVisible();
    await page.getByLabel("Current password").fill(password);
    await page.getByRole("button", { name: "Make the book" }).click();
    const save = page.getByRole("link", { name: /^Save the PDF/ });
    await expect(save).toBeVisible({ timeout: 20_000 });
    const coming = page.waitForEvent("download");
    await save.click();
    expect((await coming).suggestedFilename()).toMatch(/^still-and-know-.*\.pdf$/);
  },
);
