import { readFileSync } from "node:fs";
import path from "node:path";
import { startServer } from "#scripts/server.mjs";
import { expect, newPerson, test, waitForHydration } from "./fixtures";

const logFile = path.join(".prepare", `invitation-code-${process.pid}.log`);
let server: Awaited<ReturnType<typeof startServer>>;

test.beforeAll(async () => {
  server = await startServer({
    logFile,
    settings: { BCRYPT_COST: "10" },
  });
});
test.afterAll(() => server.stop());

const setupLink = () =>
  /http:\/\/localhost:\d+\/setup\?code=\S+/.exec(readFileSync(logFile, "utf8"))?.[0] ?? "";

test(
  "registers with the code typed on the open registration page",
  { tag: "@release" },
  async ({ newVisitor }) => {
    const pastor = await newVisitor({ baseURL: server.origin });
    await pastor.goto(setupLink());
    await pastor.getByLabel("Email").fill("pastor@example.test");
    await pastor.getByLabel("Username").fill("pastor");
    await pastor.getByLabel("New password").fill("Still-Water-77");
    await pastor.getByLabel("Confirm password").fill("Still-Water-77");
    await pastor.getByRole("button", { name: "Finish" }).click();
    await pastor.waitForURL(/\/admin-settings$/);
    await pastor.goto("/admin/invitations");
    await pastor.getByRole("button", { name: "Make an invitation to print" }).click();
    const code = await pastor.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/).innerText();

    const guest = await newVisitor({ baseURL: server.origin });
    const person = newPerson();
    await guest.goto("/auth/register");
    await waitForHydration(guest);
    await guest.getByText("I have an invitation code").click();
    await guest.getByLabel("Invitation code", { exact: true }).fill(code);
    await guest.getByLabel("Username").fill(person.username);
    await guest.getByLabel("Email").fill(person.email);
    await guest.locator("[name=password]").fill(person.password);
    await guest.locator("[name=confirmPassword]").fill(person.password);
    await guest.locator("[name=agreeToTerms]").check();
    await guest.getByRole("button", { name: "Create account" }).click();
    await expect(guest).toHaveURL(/\/dashboard$/);
  },
);
