import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { markAsked, markGuidesSeen } from "#tests/support/browser-database";
import { enter, expect, newPerson, register, test, verify } from "./fixtures";

const PHRASE = "The heron stood still by the water";

/** Every byte that the server has on disk. */
function onDisk(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Buffer.concat(files.map((entry) => readFileSync(path.join(entry.parentPath, entry.name))));
}

test(
  "a stranger registers, verifies, signs in, writes in the morning, and reads it back",
  { tag: "@release" },
  async ({ page, newVisitor }) => {
    const person = newPerson();
    await register(page, person);
    await verify(await newVisitor(), person);
    await markGuidesSeen(person.email);
    await markAsked(person.email);
    await enter(page, person);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(person.username);
    await expect(page.getByText("Welcome back to your spiritual journaling!").first()).toBeVisible();

    // After midnight the evening still belongs to the day before: morning and evening of the same day.
    await page.goto("/journal/evening");
    const day = await page.locator("[name=forDate]").first().inputValue();
    await page.goto(`/journal/morning?date=${day}`);
    await page.getByLabel("I thank God for…").fill(PHRASE);
    await page.getByLabel("Today I want to be present to…").fill("my neighbour");
    await page.getByRole("button", { name: "Keep", exact: true }).click();
    await page.waitForURL(/\/journal\/entries\/[\w-]+$/);
    await expect(page.getByText(PHRASE)).toBeVisible();
    const address = page.url();

    await page.goto("/journal/history");
    await expect(page.getByText(PHRASE)).toBeVisible();
    await page.goto("/journal/evening");
    await expect(page.getByText("my neighbour")).toBeVisible();

    const elsewhere = await newVisitor();
    await enter(elsewhere, person);
    await elsewhere.goto(address);
    await expect(elsewhere.getByText(PHRASE)).toBeVisible();

    expect(onDisk(process.env.E2E_DATA_DIR ?? "").includes(PHRASE)).toBe(false);
    const log = readFileSync(path.join(".prepare", "e2e-server.log"), "utf8");
    expect(log).toContain('"route":"/journal/:slot"');
    for (const secret of [PHRASE, person.email, person.password, "token=", "redirectTo"])
      expect(log).not.toContain(secret);
  },
);

/** Ways in which text has become script elsewhere. */
const PAYLOADS = [
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

test("text that looks like script is text, everywhere it is shown", async ({ page, signIn }) => {
  await signIn();
  page.on("dialog", (dialog) => {
    throw new Error(`a script ran: ${dialog.message()}`);
  });
  await page.goto("/journal/free");
  await page.getByText("More: title, tags, mood").click();
  await page.getByLabel("Title").fill(PAYLOADS[1] ?? "");
  await page.locator("[name=body]").fill(PAYLOADS.join("\n"));
  await page.locator("[name=tags]").fill("<b>tag</b>");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.waitForURL(/\/journal\/entries\//);
  // The address changes a moment before the page does.
  await expect(page.locator("[name=body]")).toHaveCount(0);
  const shown = await page.locator("main").innerText();
  for (const payload of PAYLOADS) expect(shown).toContain(payload.replace(/[\u2028\u2029]/g, (mark) => mark));
  await page.goto(`${page.url()}/edit`);
  await expect(page.locator("[name=body]")).toHaveValue(PAYLOADS.join("\n"));
  for (const address of [
    "/journal/history",
    "/dashboard",
    "/journal/history?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E",
  ]) {
    await page.goto(address);
    await expect(page.locator("main h1")).toBeVisible();
  }
});
