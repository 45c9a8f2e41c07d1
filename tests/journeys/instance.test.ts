/** @module-tag release */
import { afterAll, beforeAll } from "vitest";
import { forSale } from "#tests/support/paid-plans";
import { setUpInstance } from "#tests/support/setup-instance";
import { enter, expect, newPerson, test, verify, type FormPage, type Person } from "./fixtures";

let instance: Awaited<ReturnType<typeof setUpInstance>>;
beforeAll(async () => {
  instance = await setUpInstance();
});
afterAll(() => instance.close());

/** Accepts an invitation. */
async function accept(page: FormPage, link: string, person: Person): Promise<void> {
  await page.goto(link);
  await page.locator("[name=username]").fill(person.username);
  await page.locator("[name=email]").fill(person.email);
  await page.locator("[name=password]").fill(person.password);
  await page.locator("[name=confirmPassword]").fill(person.password);
  await page.locator("[name=agreeToTerms]").check();
  await page.getByRole("button", { name: "Create account" }).click();
}

/** Expects Lectio to be included, and the dashboard to mention no prices. */
async function findsEverything(page: FormPage, person: Person): Promise<void> {
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
  expect(forSale(await page.content())).toEqual([]);
}

test("invites members by printed link and by email, with every feature included", async ({
  newVisitor,
  mailbox,
}) => {
  expect(instance.output()).toMatch(
    /(?:^|\n)Everyone here has everything, the Formation Plan [^\n]+\nPeople register with an invitation /,
  );

  const stranger = await newVisitor(instance.origin);
  await stranger.goto("/");
  expect(stranger.getByText("St. Mary’s").first()).toBeVisible();
  expect(stranger.getByRole("link", { name: "Create an account" })).toHaveCount(0);
  await stranger.goto("/auth/register");
  expect(stranger.getByRole("heading", { name: "Registration is by invitation" })).toBeVisible();
  expect(stranger.locator("[name=username]")).toHaveCount(0);

  const pastor = await newVisitor(instance.origin);
  await pastor.goto("/admin-login");
  await pastor.getByLabel("Email").fill(instance.operator.email);
  await pastor.getByLabel("Password", { exact: true }).fill(instance.operator.password);
  await pastor.locator("main form[method=post] button[type=submit]").first().click();
  await pastor.goto("/admin/invitations");
  await pastor.getByRole("button", { name: "Invite", exact: true }).click();
  const paper = (await pastor.locator("#new-link").textContent()) ?? "";
  const [aunt, uncle] = [newPerson(), newPerson()];
  await pastor.goto("/admin/invitations");
  expect(pastor.getByText("To hand over")).toBeVisible();
  await pastor.locator("[name=emails]").fill(uncle.email);
  await pastor.getByRole("button", { name: "Invite", exact: true }).click();
  expect(pastor.getByText("The invitation is on its way").first()).toBeVisible();

  const first = await newVisitor(instance.origin);
  await accept(first, paper.trim(), aunt);
  expect(first).toHaveURL(/\/verify-email/);
  await verify(first, aunt);
  await findsEverything(first, aunt);

  const second = await newVisitor(instance.origin);
  const mail = await mailbox.waitForMail(uncle.email);
  await accept(second, mail.link("/auth/register"), uncle);
  expect(second).toHaveURL(/\/dashboard$/);
  await findsEverything(second, uncle);

  await stranger.goto(paper.trim());
  expect(stranger.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
});
