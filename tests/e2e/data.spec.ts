import { expect, signInAs, test } from "./fixtures";

const PHRASE = "The heron stood still by the water";

test(
  "a journal goes out, and comes into another account as it was",
  { tag: "@release" },
  async ({ page, signIn, byForms, newVisitor }) => {
    const person = await signIn();
    await byForms.goto("/journal/free");
    await byForms.getByText("More: title, tags, mood").click();
    await byForms.getByLabel("Title").fill("Rain");
    await byForms.locator("[name=body]").fill(PHRASE);
    await byForms.locator("button[value=finish]").click();
    await page.goto("/settings/data");
    await page.getByRole("radio", { name: /^Markdown/ }).check();
    await page.getByLabel("Current password").fill(person.password);
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^still-and-know-\d{4}-\d\d-\d\d/);

    // Someone else, as if on another server.
    const other = await newVisitor();
    await signInAs(other);
    await other.goto("/settings/data");
    await other.getByLabel("File", { exact: true }).setInputFiles(await download.path());
    await other.getByRole("button", { name: "Look at the file" }).click();
    await other.waitForURL(/\/settings\/data\/import\//);
    await other.getByRole("button", { name: "Import 1 entry" }).click();
    await expect(other.getByRole("heading", { name: "1 entry imported" })).toBeVisible();
    await other.getByRole("link", { name: "Open your history" }).click();
    await expect(other.getByText(PHRASE)).toBeVisible();
  },
);
