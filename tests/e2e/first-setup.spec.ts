import { readFileSync } from "node:fs";
import path from "node:path";
import { startServer } from "#scripts/server.mjs";
import { test } from "./fixtures";

const logFile = path.join(".prepare", `first-setup-${process.pid}.log`);
let server: Awaited<ReturnType<typeof startServer>>;
test.beforeAll(async () => {
  server = await startServer({ logFile, settings: { BCRYPT_COST: "10" } });
});
test.afterAll(() => server.stop());

test("sets up a new instance", { tag: "@release" }, async ({ newVisitor }) => {
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
});
