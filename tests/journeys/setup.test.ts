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

test("sets up a new instance in the browser once", async ({ newVisitor }) => {
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
  await page.getByLabel("Name of your site").fill("St. Mary’s");
  await page.getByLabel("Invited people").check();
  await page.getByLabel("Welcome message").fill("We pray here *together*.");
  await page.getByRole("button", { name: "Finish" }).click();
  expect(page.getByLabel("Welcome message")).toHaveValue("We pray here *together*.");
  expect(page.getByLabel("Invited people")).toBeChecked();
  await page.getByLabel("New password").fill("Still-Water-77");
  await page.getByLabel("Confirm password").fill("Still-Water-77");
  await page.getByRole("button", { name: "Finish" }).click();
  expect(page).toHaveURL(/\/admin-settings$/);
  await page.goto("/admin/house");
  expect(page.getByLabel("Name of your site")).toHaveValue("St. Mary’s");

  const stranger = await newVisitor(server.origin);
  await stranger.goto("/");
  expect(stranger.getByText("St. Mary’s").first()).toBeVisible();
  await stranger.goto("/auth/register");
  expect(stranger.getByRole("heading", { name: "Registration is by invitation" })).toBeVisible();
  expect((await stranger.request.get(address)).status()).toBe(404);
});
