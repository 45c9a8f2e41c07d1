import { readFileSync } from "node:fs";
import { markGuidesSeen, setPrayerLength } from "#tests/support/browser-database";
import { readFiles } from "#tests/support/canary";
import { SCRIPT_PAYLOADS } from "#tests/support/script-payloads";
import { enter, expect, newPerson, register, test, verify, writePage } from "./fixtures";

const PHRASE = "The heron stood still by the water";

test("registers, verifies, signs in, writes a morning reflection and reads it", async ({
  page,
  newVisitor,
}) => {
  const person = newPerson();
  await register(page, person);
  await verify(await newVisitor(), person);
  await markGuidesSeen(person.email);
  await setPrayerLength(person.email);
  await enter(page, person);
  expect(page.getByRole("heading", { level: 1 })).toContainText(person.username);
  expect(page.getByText("Welcome back to your spiritual journaling!").first()).toBeVisible();

  // After midnight, the evening still belongs to the previous day, so the morning is opened for the same day.
  await page.goto("/journal/evening");
  const day = await page.locator("[name=forDate]").first().inputValue();
  await page.goto(`/journal/morning?date=${day}`);
  await page.getByLabel("I thank God for…").fill(PHRASE);
  await page.getByLabel("Today I want to be present to…").fill("my neighbour");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  expect(page.getByText(PHRASE)).toBeVisible();
  const address = page.url();

  await page.goto("/journal/history");
  expect(page.getByText(PHRASE)).toBeVisible();
  await page.goto("/journal/evening");
  expect(page.getByText("my neighbour")).toBeVisible();

  const elsewhere = await newVisitor();
  await enter(elsewhere, person);
  await elsewhere.goto(address);
  expect(elsewhere.getByText(PHRASE)).toBeVisible();

  for (const { name, bytes } of readFiles(process.env.E2E_DATA_DIR ?? ""))
    expect(bytes.includes(PHRASE), name).toBe(false);
  const log = readFileSync(process.env.E2E_LOG ?? "", "utf8");
  expect(log).toContain('"route":"/journal/:slot"');
  for (const secret of [PHRASE, person.email, person.password, "token=", "redirectTo"])
    expect(log).not.toContain(secret);
});

test("saves and resumes a draft, which becomes one entry", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/journal/free");
  expect(page.getByLabel("Title")).toBeHidden();
  await page.getByText("More: title, tags, mood").click();
  await page.getByLabel("Title").fill("Rain");
  await page.locator("[name=body]").fill("It rained, and I was glad.");
  await page.getByRole("button", { name: "Save for later" }).click();
  expect(page.getByText(/Saved as draft \d\d:\d\d/)).toBeVisible();
  await page.goto("/dashboard");
  await page.goto("/journal/free");
  expect(page.locator("[name=body]")).toHaveValue("It rained, and I was glad.");
  // Optional fields that are in use are not collapsed.
  expect(page.getByLabel("Title")).toBeVisible();
  expect(page.getByLabel("Title")).toHaveValue("Rain");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);
  await page.goto("/journal/free");
  expect(page.locator("[name=body]")).toHaveValue("");
  await page.goto("/journal/history");
  expect(page.getByRole("link", { name: /Rain/ })).toHaveCount(1);
});

test("escapes markup in members' text on every page", async ({ page, signIn }) => {
  await signIn();
  const body = SCRIPT_PAYLOADS.join("\n");
  await writePage(page, { title: SCRIPT_PAYLOADS[1] ?? "", body, tags: "<b>tag</b>" });
  const shown = await page.locator("main").innerText();
  for (const payload of SCRIPT_PAYLOADS)
    expect(shown).toContain(payload.replace(/[\u2028\u2029]/g, (mark) => mark));
  await page.goto(`${page.url()}/edit`);
  expect(page.locator("[name=body]")).toHaveValue(body);
  for (const address of [
    "/journal/history",
    "/dashboard",
    "/journal/history?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E",
  ]) {
    await page.goto(address);
    expect(page.locator("main h1")).toBeVisible();
  }
});
