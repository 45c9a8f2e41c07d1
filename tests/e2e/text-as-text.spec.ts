import { SCRIPT_PAYLOADS } from "#tests/support/script-payloads";
import { expect, test } from "./fixtures";

test("escapes markup in members' text on every page", { tag: "@release" }, async ({ page, signIn }) => {
  await signIn();
  page.on("dialog", (dialog) => {
    throw new Error(`a script ran: ${dialog.message()}`);
  });
  await page.goto("/journal/free");
  await page.getByText("More: title, tags, mood").click();
  await page.getByLabel("Title").fill(SCRIPT_PAYLOADS[1] ?? "");
  await page.locator("[name=body]").fill(SCRIPT_PAYLOADS.join("\n"));
  await page.locator("[name=tags]").fill("<b>tag</b>");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await page.waitForURL(/\/journal\/entries\//);
  // The URL changes before the page.
  await expect(page.locator("[name=body]")).toHaveCount(0);
  const shown = await page.locator("main").innerText();
  for (const payload of SCRIPT_PAYLOADS) expect(shown).toContain(payload);
  await page.goto(`${page.url()}/edit`);
  await expect(page.locator("[name=body]")).toHaveValue(SCRIPT_PAYLOADS.join("\n"));
  for (const address of [
    "/journal/history",
    "/dashboard",
    "/journal/history?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E",
  ]) {
    await page.goto(address);
    await expect(page.locator("main h1")).toBeVisible();
  }
});
