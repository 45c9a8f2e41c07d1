import { expect, test } from "./fixtures";

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
