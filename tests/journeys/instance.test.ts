/** @module-tag release */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { emptySettings, startServer } from "#scripts/server.mjs";
import { findPlanMentions } from "#tests/support/paid-plans";
import {
  createAccount,
  enter,
  enterAdministration,
  expect,
  newPerson,
  test,
  verify,
  type FormPage,
  type Person,
} from "./fixtures";

const OPERATOR = { username: "pastor", email: "pastor@example.test", password: "Still-Water-77" };
const dataDir = mkdtempSync(path.join(tmpdir(), "still-house-"));
const logFile = path.join(".prepare", `house-${process.pid}.log`);
let server: Awaited<ReturnType<typeof startServer>>;

/** An instance for a parish: three settings and a welcome message. */
beforeAll(async () => {
  writeFileSync(path.join(dataDir, "welcome.md"), "We pray here *together*, each at home.");
  const settings = {
    DATA_DIR: dataDir,
    BCRYPT_COST: "10",
    TRUST_PROXY: "1",
    SMTP_URL: process.env.E2E_SMTP ?? "",
    DEFAULT_PLAN: "tier2",
    REGISTRATION: "invite",
    HOUSE_NAME: "St. Mary’s",
  };
  server = await startServer({ logFile, settings });
  const { username, email, password } = OPERATOR;
  const words = ["admin", "create", "--email", email, "--username", username, "--password-stdin"];
  execFileSync(process.execPath, ["scripts/command.mjs", ...words], {
    env: { ...process.env, ...emptySettings(), VITEST: "", ...settings, PUBLIC_ORIGIN: server.origin },
    input: `${password}\n`,
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Opens the link of an invitation and creates the account. */
async function accept(page: FormPage, link: string, person: Person): Promise<void> {
  await page.goto(link);
  await createAccount(page, person);
}

/** Expects Lectio to be included, and the dashboard to mention no prices. */
async function expectEverything(page: FormPage, person: Person): Promise<void> {
  await enter(page, person);
  await page.goto("/dashboard");
  expect(page.getByText("each at home", { exact: false })).toBeVisible();
  await page.getByLabel(/Lectio Divina and Examen/).check();
  await page.getByLabel("Time zone").fill("Berlin");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.goto("/journal/morning");
  expect(page.getByText("Lectio", { exact: false }).first()).toBeVisible();
  await page.goto("/welcome/formation?step=3");
  await page.getByRole("button", { name: "Get Started" }).click();
  await page.goto("/dashboard");
  expect(findPlanMentions(await page.content())).toEqual([]);
}

test("invites members by printed link and by email, with every feature included", async ({
  newVisitor,
  mailbox,
}) => {
  expect(readFileSync(logFile, "utf8")).toMatch(
    /(?:^|\n)Everyone here has everything, the Formation Plan [^\n]+\nPeople register with an invitation /,
  );

  const stranger = await newVisitor(server.origin);
  await stranger.goto("/");
  expect(stranger.getByText("St. Mary’s").first()).toBeVisible();
  expect(stranger.getByRole("link", { name: "Create an account" })).toHaveCount(0);
  await stranger.goto("/auth/register");
  expect(stranger.getByRole("heading", { name: "Registration is by invitation" })).toBeVisible();
  expect(stranger.locator("[name=username]")).toHaveCount(0);

  const pastor = await newVisitor(server.origin);
  await enterAdministration(pastor, OPERATOR);
  await pastor.goto("/admin/invitations");
  await pastor.getByRole("button", { name: "Invite", exact: true }).click();
  const paper = (await pastor.locator("#new-link").textContent()) ?? "";
  const [aunt, uncle] = [newPerson(), newPerson()];
  await pastor.goto("/admin/invitations");
  expect(pastor.getByText("To hand over")).toBeVisible();
  await pastor.locator("[name=emails]").fill(uncle.email);
  await pastor.getByRole("button", { name: "Invite", exact: true }).click();
  expect(pastor.getByText("The invitation is on its way").first()).toBeVisible();

  const first = await newVisitor(server.origin);
  await accept(first, paper.trim(), aunt);
  expect(first).toHaveURL(/\/verify-email/);
  await verify(first, aunt);
  await expectEverything(first, aunt);

  const second = await newVisitor(server.origin);
  const mail = await mailbox.waitForMail(uncle.email);
  await accept(second, mail.link("/auth/register"), uncle);
  expect(second).toHaveURL(/\/dashboard$/);
  await expectEverything(second, uncle);

  await stranger.goto(paper.trim());
  expect(stranger.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
});
