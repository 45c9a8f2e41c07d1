import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

/** Bytes of script as they cross the wire until the page lives and is at rest, code that is loaded after hydration included. */
async function scriptBytes(page: Page, url: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Set<string>();
  const coming = new Set<string>();
  let bytes = 0;
  session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    // What the page before still asked for is given up, and nothing may be said of it any more.
    if (type === "Document") coming.clear();
    if (new URL(request.url).pathname.endsWith(".js")) coming.add(requestId);
  });
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) scripts.add(requestId);
  });
  session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  session.on("Network.loadingFinished", ({ requestId }) => coming.delete(requestId));
  session.on("Network.loadingFailed", ({ requestId }) => coming.delete(requestId));
  await page.goto(url);
  // A network that is idle may be one that a slow device has not begun to use.
  await page.waitForFunction(
    () =>
      document.documentElement.dataset.script === "off" ||
      Object.keys(document.body).some((name) => name.startsWith("__reactFiber")),
  );
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  // Answered after everything that is told of the network until now.
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await expect.poll(() => coming.size).toBe(0);
  await session.detach();
  return bytes;
}

test("public pages load no script", async ({ page }) => {
  for (const url of ["/", "/home", "/about", "/faq", "/terms", "/privacy", "/cookies"])
    expect(await scriptBytes(page, url), url).toBe(0);
});

test("the pages of signing in load at most 115,000 bytes of script", async ({ page }) => {
  for (const url of ["/login", "/auth/register"]) {
    const bytes = await scriptBytes(page, url);
    // Less would mean that nothing was measured.
    expect(bytes, url).toBeGreaterThan(50_000);
    expect(bytes, url).toBeLessThanOrEqual(115_000);
  }
});

test("signed-in pages load at most 150,000 bytes of script", async ({ page, signIn }) => {
  await signIn();
  for (const url of ["/dashboard", "/journal", "/journal/free", "/journal/history", "/settings"]) {
    const bytes = await scriptBytes(page, url);
    expect(bytes, url).toBeGreaterThan(50_000);
    expect(bytes, url).toBeLessThanOrEqual(150_000);
  }
});
