import { readFileSync } from "node:fs";
import { markGuidesSeen, setPrayerLength } from "#tests/support/browser-database";
import { readFiles } from "#tests/support/canary";
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

  // After midnight the evening still belongs to the previous day.
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

/** Texts that have run as script in other applications. */
const SCRIPT_PAYLOADS = [
  "<script>alert(1)</script>",
  "</script><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "<svg/onload=alert(1)>",
  "<svg><animate onbegin=alert(1) attributeName=x>",
  "javascript:alert(1)",
  "<a href='javascript:alert(1)'>x</a>",
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<body onload=alert(1)>",
  "<details open ontoggle=alert(1)>",
  "{{constructor.constructor('alert(1)')()}}",
  "${alert(1)}",
  "]]>",
  "<!--<img src=x onerror=alert(1)>-->",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "\u2028alert(1)\u2029",
  "<style>@import 'javascript:alert(1)';</style>",
  "<input autofocus onfocus=alert(1)>",
  "<form action=javascript:alert(1)><button>x",
];

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
