import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

/** Bytes of script as they cross the wire until the page is quiet, code that is loaded after hydration included. */
async function scriptBytes(page: Page, url: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Set<string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) scripts.add(requestId);
  });
  session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await session.detach();
  return bytes;
}

// docs/product.md#limits
for (const url of ["/", "/home", "/about", "/faq", "/terms", "/privacy", "/cookies"]) {
  test(`${url} loads no script`, async ({ page }) => {
    expect(await scriptBytes(page, url)).toBe(0);
  });
}

for (const url of ["/login", "/auth/register"]) {
  test(`${url} loads at most 115,000 bytes of script`, async ({ page }) => {
    const bytes = await scriptBytes(page, url);
    // Less would mean that nothing was measured.
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(115_000);
  });
}

test("signed-in pages load at most 150,000 bytes of script", async ({ page, signIn }) => {
  await signIn();
  for (const url of ["/dashboard", "/journal", "/journal/free", "/journal/history", "/settings"]) {
    expect(await scriptBytes(page, url), url).toBeLessThanOrEqual(150_000);
  }
});
