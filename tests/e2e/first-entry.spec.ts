import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { enter, expect, test } from "./fixtures";

const PHRASE = "The heron stood still by the water";

/** Every byte that the server has on disk. */
function onDisk(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Buffer.concat(files.map((entry) => readFileSync(path.join(entry.parentPath, entry.name))));
}

test("a stranger registers, verifies, signs in, writes in the morning, and reads it back", async ({
  page,
  signIn,
  newVisitor,
}) => {
  const person = await signIn();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(person.username);
  await expect(page.getByText("Welcome back to your spiritual journaling!").first()).toBeVisible();

  await page.goto("/journal/morning");
  await page.getByLabel("I thank God for…").fill(PHRASE);
  await page.getByLabel("Today I want to be present to…").fill("my neighbour");
  await page.getByRole("button", { name: "Finish" }).click();
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
});

test("a draft is kept, continued, and becomes one entry", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/journal/free");
  await page.getByLabel("Title").fill("Rain");
  await page.locator("[name=body]").fill("It rained, and I was glad.");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText(/Saved as draft \d\d:\d\d/)).toBeVisible();
  await page.goto("/dashboard");
  await page.goto("/journal/free");
  await expect(page.locator("[name=body]")).toHaveValue("It rained, and I was glad.");
  await page.getByRole("button", { name: "Finish" }).click();
  await page.waitForURL(/\/journal\/entries\//);
  await page.goto("/journal/free");
  await expect(page.locator("[name=body]")).toHaveValue("");
  await page.goto("/journal/history");
  await expect(page.getByRole("link", { name: /Rain/ })).toHaveCount(1);
});

test("an entry that two tabs change keeps both texts", async ({ page, signIn, expectTrouble, context }) => {
  expectTrouble(/409/);
  await signIn();
  await page.goto("/journal/free");
  await page.locator("[name=body]").fill("first");
  await page.getByRole("button", { name: "Finish" }).click();
  await page.waitForURL(/\/journal\/entries\//);
  const edit = `${page.url()}/edit`;
  const other = await context.newPage();
  await other.goto(edit);
  await page.goto(edit);
  await page.locator("[name=body]").fill("from this tab");
  await page.locator("button[value=save]").click();
  await page.waitForURL(/\/journal\/entries\/[\w-]+$/);
  await other.locator("[name=body]").fill("from the other tab");
  await other.locator("button[value=save]").click();
  await expect(other.getByText("from this tab")).toBeVisible();
  await expect(other.locator("[name=body]")).toHaveValue("from the other tab");
});

test("another person's entry is not there", async ({ page, signIn, newVisitor, expectTrouble }) => {
  expectTrouble(/404/);
  await signIn();
  await page.goto("/journal/free");
  await page.locator("[name=body]").fill("mine alone");
  await page.getByRole("button", { name: "Finish" }).click();
  await page.waitForURL(/\/journal\/entries\//);
  const stranger = await newVisitor();
  await stranger.goto(page.url());
  await expect(stranger).toHaveURL(/\/auth\/login\?redirectTo=/);
});

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
  await page.getByLabel("Title").fill(PAYLOADS[1] ?? "");
  await page.locator("[name=body]").fill(PAYLOADS.join("\n"));
  await page.locator("[name=tags]").fill("<b>tag</b>");
  await page.getByRole("button", { name: "Finish" }).click();
  await page.waitForURL(/\/journal\/entries\//);
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
