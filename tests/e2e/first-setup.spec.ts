import { readFileSync } from "node:fs";
import path from "node:path";
import { startServer } from "#scripts/server.mjs";
import { expect, newPerson, test } from "./fixtures";

const logFile = path.join(".prepare", `first-setup-${process.pid}.log`);
let server: Awaited<ReturnType<typeof startServer>>;
test.beforeAll(async () => {
  server = await startServer({ logFile, settings: { BCRYPT_COST: "10" } });
});
test.afterAll(() => server.stop());

test("sets up a new instance and claims an anonymous prayer", { tag: "@release" }, async ({ newVisitor }) => {
  const [, address = ""] = /^Make this house yours: (\S+)$/m.exec(readFileSync(logFile, "utf8")) ?? [];
  const pastor = await newVisitor({ baseURL: server.origin });
  await pastor.goto(address);
  await pastor.getByLabel("Email").fill("pastor@example.test");
  await pastor.getByLabel("Username").fill("pastor");
  await pastor.getByLabel("New password").fill("Still-Water-77");
  await pastor.getByLabel("Confirm password").fill("Still-Water-77");
  await pastor.getByLabel("Name of your site").fill("St. Mary’s");
  await pastor.getByRole("button", { name: "Finish" }).click();
  await pastor.waitForURL(/\/admin-settings$/);

  const stranger = await newVisitor({ baseURL: server.origin });
  await stranger.goto("/today");
  await stranger.locator("[name=first]").fill("A lamp behind the frost.");
  await stranger.getByRole("button", { name: "Keep this" }).click();
  await stranger.waitForURL(/\/auth\/register$/);
  const { username, email, password } = newPerson();
  await stranger.locator("[name=username]").fill(username);
  await stranger.locator("[name=email]").fill(email);
  await stranger.locator("[name=password]").fill(password);
  await stranger.locator("[name=confirmPassword]").fill(password);
  await stranger.locator("[name=agreeToTerms]").check();
  await stranger.getByRole("button", { name: "Create account" }).click();
  await expect(stranger.getByText("ask an administrator to let you in").first()).toBeVisible();

  await pastor.reload();
  await pastor.getByRole("link", { name: "One person is waiting for approval" }).click();
  await pastor.getByRole("link", { name: username }).click();
  await pastor.getByRole("button", { name: "Let in" }).click();
  await expect(pastor.getByRole("button", { name: "Let in" })).toHaveCount(0);

  await stranger.goto("/login");
  await stranger.locator("[name=email]").fill(email);
  await stranger.locator("[name=password]").fill(password);
  await stranger.getByRole("button", { name: "Sign in", exact: true }).click();
  await stranger.waitForURL(/\/dashboard$/);
  await stranger.goto("/journal/history");
  await expect(stranger.getByRole("link", { name: /A first prayer/ })).toHaveCount(1);
});
