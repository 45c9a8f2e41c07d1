import { expect, newPerson, test } from "./fixtures";

/** All public pages. */
const PAGES = {
  "/": /^Still and Know/,
  "/home": /^Still and Know/,
  "/about": /^About us/,
  "/faq": /^Questions and answers/,
  "/safety": /^Need help now\?/,
  "/contact": /^Contact/,
  "/terms": /^Terms of Service/,
  "/privacy": /^Privacy Policy/,
  "/cookies": /^Cookie Policy/,
} as const;

/** Linked by the footer but not built yet. */
const NOT_BUILT_YET = ["/subscribe"];

for (const [path, title] of Object.entries(PAGES)) {
  test(`renders ${path} without script, with one heading, a title and a description`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response.status()).toBe(200);
    expect(page).toHaveTitle(title);
    expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    expect(await page.locator("script").count()).toBe(0);
    for (const name of [
      "meta[name=description]",
      'meta[property="og:title"]',
      'meta[property="og:description"]',
    ])
      expect(page.locator(name)).toHaveAttribute("content", /.{5}/);
  });
}

test("has no broken link on public pages", async ({ page, request }) => {
  const links = new Set<string>();
  for (const path of Object.keys(PAGES)) {
    await page.goto(path);
    for (const link of await page.locator("a[href^='/']").all())
      links.add(((await link.getAttribute("href")) ?? "").split("#")[0] ?? "");
  }
  expect([...links]).toEqual(expect.arrayContaining(["/about", "/faq", "/contact", "/safety", "/cookies"]));
  const dead: string[] = [];
  for (const link of links) {
    if (link && !NOT_BUILT_YET.includes(link) && (await request.get(link)).status() !== 200) dead.push(link);
  }
  expect(dead).toEqual([]);
});

test("links the help page, whose numbers can be dialled", async ({ page }) => {
  await page.goto("/faq");
  await page.getByRole("contentinfo").getByRole("link", { name: "Need help now?" }).click();
  expect(page.getByRole("heading", { level: 1 })).toHaveText("Need help now?");
  for (const number of ["988", "116 123", "112"]) {
    const link = page.getByRole("main").getByRole("link", { name: number, exact: true }).first();
    expect(link).toHaveAttribute("href", `tel:${number.replace(" ", "")}`);
  }
  expect(page.getByRole("link", { name: "findahelpline.com" }).first()).toHaveAttribute(
    "href",
    "https://findahelpline.com/",
  );
});

for (const path of ["/login", "/auth/register", "/auth/reset-password", "/admin-login", "/404"])
  test(`links the help page from ${path}`, async ({ page }) => {
    await page.goto(path);
    expect(page.getByRole("link", { name: "Need help now?" }).first()).toHaveAttribute("href", "/safety");
  });

test("links the help page from error screens", async ({ request }) => {
  for (const [path, status] of [
    ["/login", 403],
    ["/about", 405],
  ] as const) {
    const answer = await request.post(path, {
      headers: { Origin: "https://elsewhere.test" },
      data: "a=b",
    });
    expect(answer.status()).toBe(status);
    expect(await answer.text()).toMatch(/<a href="\/safety"[^>]*>Need help now\?<\/a>/);
  }
});

test("sends a contact message and confirms it by email", async ({ page, mailbox }) => {
  const { email } = newPerson();
  await page.goto("/contact");
  await page.getByRole("button", { name: "Send the message" }).click();
  expect(page.getByRole("alert")).toContainText("Your message has not been sent yet");
  for (const [name, message] of [
    ["name", "Please tell us your name"],
    ["email", "Email is required"],
    ["topic", "Please choose what it is about"],
    ["message", "Please write your message"],
  ] as const) {
    const control = page.locator(`[name=${name}]`);
    expect(control).toHaveAttribute("aria-invalid", "true");
    expect(control).toHaveAccessibleDescription(new RegExp(message));
  }
  await page.getByLabel("Your name").fill("Ann Reader");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("What is it about?").selectOption({ label: "A mistake in a text" });
  await page.getByLabel("Message").fill("Short");
  await page.getByRole("button", { name: "Send the message" }).click();
  expect(page.getByLabel("Message")).toHaveAccessibleDescription(/at least 10 characters/);
  expect(page.getByLabel("Message")).toHaveValue("Short");
  expect(page.getByLabel("Your name")).toHaveValue("Ann Reader");
  expect(page.getByLabel("What is it about?")).toHaveValue("content_error");
  await page.getByLabel("Message").fill("In Psalm 46 a line stands twice.\nIt is the last one.");
  await page.getByRole("button", { name: "Send the message" }).click();
  expect(page).toHaveURL(/\/contact\?sent=1$/);
  expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you");
  expect(page).toHaveTitle(/^Thank you/);
  const copy = await mailbox.waitForMail(email);
  expect(copy.subject).toBe("Your message to Still and Know");
  expect(copy.text.replaceAll("\r\n", "\n")).toContain("a line stands twice.\nIt is the last one.");
});

for (const path of ["/404", "/nothing/here", "/about/us", "/robots.txt/more"]) {
  test(`responds to ${path} with the not-found page`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response.status()).toBe(404);
    expect(page).toHaveTitle("Page not found · Still and Know");
    expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    expect(await page.locator("script").count()).toBe(0);
    expect(page.getByRole("contentinfo")).toBeVisible();
    await page.getByRole("link", { name: "Go to the home page" }).click();
    expect(page).toHaveURL(/\/home$/);
  });
}

test("serves the texts for crawlers", async ({ request }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  expect(await (await request.get("/robots.txt")).text()).toContain(
    `Sitemap: ${process.env.E2E_ORIGIN}/sitemap.xml`,
  );
  for (const [, address = ""] of sitemap.matchAll(/<loc>(.*?)<\/loc>/g))
    expect(await (await request.get(address)).text()).toContain(`<link rel="canonical" href="${address}"/>`);
  expect(await (await request.get("/auth/login")).text()).toContain(
    `<link rel="canonical" href="${process.env.E2E_ORIGIN}/login"/>`,
  );
  const security = await request.get("/.well-known/security.txt");
  expect(security.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  expect(await security.text()).toContain(`Contact: ${process.env.E2E_ORIGIN}/contact`);
});
