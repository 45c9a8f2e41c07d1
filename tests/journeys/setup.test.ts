import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { startServer } from "#scripts/server.mjs";
import { expect, test } from "./fixtures";

const logFile = path.join(".prepare", `setup-${process.pid}.log`);
let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer({ logFile, settings: { BCRYPT_COST: "10" } });
});
afterAll(() => server.stop());

test("on a house without any setting one person sets it up in the browser, once", async ({ newVisitor }) => {
  const [, address = ""] =
    /^Make this house yours: (http:\/\/localhost:\d+\/setup\?code=\S+)$/m.exec(
      readFileSync(logFile, "utf8"),
    ) ?? [];
  const page = await newVisitor(server.origin);
  await page.goto(address);
  await page.getByLabel("Email").fill("pastor@example.test");
  await page.getByLabel("Username").fill("pastor");
  await page.getByLabel("New password").fill("Still-Water-77");
  await page.getByLabel("Confirm password").fill("Still-Water-78");
  await page.getByLabel("Name of the house").fill("St. Mary’s");
  await page.getByLabel("People who were invited").check();
  await page.getByLabel("Words of welcome").fill("We pray here *together*.");
  await page.getByRole("button", { name: "Make this house mine" }).click();
  expect(page.getByLabel("Words of welcome")).toHaveValue("We pray here *together*.");
  expect(page.getByLabel("People who were invited")).toBeChecked();
  await page.getByLabel("New password").fill("Still-Water-77");
  await page.getByLabel("Confirm password").fill("Still-Water-77");
  await page.getByRole("button", { name: "Make this house mine" }).click();
  expect(page).toHaveURL(/\/admin-login$/);
  await page.getByLabel("Email").fill("pastor@example.test");
  await page.getByLabel("Password", { exact: true }).fill("Still-Water-77");
  await page.locator("main form[method=post] button[type=submit]").first().click();
  expect(page).toHaveURL(/\/admin-settings$/);
  await page.goto("/admin/house");
  expect(page.getByLabel("Name of the house")).toHaveValue("St. Mary’s");

  const stranger = await newVisitor(server.origin);
  await stranger.goto("/");
  expect(stranger.getByText("St. Mary’s").first()).toBeVisible();
  await stranger.goto("/auth/register");
  expect(stranger.getByRole("heading", { name: "This place is by invitation" })).toBeVisible();
  expect((await stranger.request.get(address)).status()).toBe(404);
});
