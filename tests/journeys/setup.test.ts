import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { startServer } from "#scripts/server.mjs";
import {
  createAccount,
  enter,
  enterAdministration,
  expect,
  newPerson,
  test,
  type FormPage,
} from "./fixtures";

const logFile = path.join(".prepare", `setup-${process.pid}.log`);
let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer({ logFile, settings: { BCRYPT_COST: "10" } });
});
afterAll(() => server.stop());

async function keepsEntry(page: FormPage): Promise<void> {
  await page.goto("/journal/free");
  await page.locator("[name=body]").fill("We came by the open door.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page.getByText("We came by the open door.")).toBeVisible();
}

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

test("invites and approves members without a mail server", async ({ newVisitor }) => {
  const pastor = await newVisitor(server.origin);
  await enterAdministration(pastor, { email: "pastor@example.test", password: "Still-Water-77" });
  await pastor.goto("/admin/invitations");
  await pastor.getByRole("button", { name: "Make an invitation to print" }).click();
  const paper = await pastor.locator("#new-link").inputValue();

  const [aunt, uncle] = [newPerson(), newPerson()];
  const hers = await newVisitor(server.origin);
  await hers.goto(paper);
  await createAccount(hers, aunt);
  expect(hers).toHaveURL(/\/dashboard$/);
  expect(hers.getByText("Welcome back", { exact: false })).toHaveCount(0);
  await keepsEntry(hers);

  await pastor.goto("/admin/house");
  await pastor.getByLabel("Anyone who finds this site").check();
  await pastor.getByRole("button", { name: "Save" }).click();
  // By another hostname of the same machine.
  const his = await newVisitor(server.origin.replace("localhost", "127.0.0.1"));
  await his.goto("/today");
  await his.locator("[name=first]").fill("A lamp behind the frost.");
  await his.getByRole("button", { name: "Keep this" }).click();
  expect(his).toHaveURL(/\/auth\/register$/);
  await createAccount(his, uncle);
  expect(his.getByText("ask an administrator to let you in", { exact: false }).first()).toBeVisible();
  await pastor.goto("/admin/alerts");
  await pastor.getByRole("link", { name: "One person is waiting for approval" }).click();
  await pastor.getByRole("link", { name: uncle.username }).click();
  await pastor.getByRole("button", { name: "Let in" }).click();
  await enter(his, uncle);
  await keepsEntry(his);
  await his.goto("/journal/history");
  expect(his.getByRole("link", { name: /A first prayer/ })).toHaveCount(1);

  await pastor.goto("/admin/alerts");
  expect(pastor.getByText("is waiting for approval", { exact: false })).toHaveCount(0);
  // Links with tokens are logged only while no administrator exists who could pass them on.
  expect(readFileSync(logFile, "utf8")).not.toContain("token=");
});
