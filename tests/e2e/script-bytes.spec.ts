import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

/** Transferred bytes of script, including code loaded after hydration. */
async function scriptBytes(page: Page, url: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Set<string>();
  const coming = new Set<string>();
  let bytes = 0;
  session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    // Pending requests of the previous page were aborted and may report nothing.
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
  // An idle network may mean that a slow device has not started loading.
  await page.waitForFunction(
    () =>
      document.documentElement.dataset.script === "off" ||
      Object.keys(document.body).some((name) => name.startsWith("__reactFiber")),
  );
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  // Resolves after all pending network events.
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await expect.poll(() => coming.size).toBe(0);
  await session.detach();
  return bytes;
}

test("loads no script on public pages", async ({ page }) => {
  for (const url of ["/", "/home", "/about", "/faq", "/terms", "/privacy", "/cookies"])
    expect(await scriptBytes(page, url), url).toBe(0);
});

test("loads at most 115,000 bytes of script on sign-in pages", async ({ page }) => {
  for (const url of ["/login", "/auth/register"]) {
    const bytes = await scriptBytes(page, url);
    // Guards against an empty measurement.
    expect(bytes, url).toBeGreaterThan(50_000);
    expect(bytes, url).toBeLessThanOrEqual(115_000);
  }
});

test("loads at most 150,000 bytes of script on member pages", async ({ page, signIn }) => {
  await signIn();
  for (const url of ["/dashboard", "/journal", "/journal/free", "/journal/history", "/settings"]) {
    const bytes = await scriptBytes(page, url);
    expect(bytes, url).toBeGreaterThan(50_000);
    expect(bytes, url).toBeLessThanOrEqual(150_000);
  }
});
