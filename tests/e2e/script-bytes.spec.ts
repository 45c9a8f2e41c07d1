import type { Page } from "playwright/test";
import { expect, test, waitForHydration } from "./fixtures";

/** Transferred bytes of script, including code loaded after hydration. */
async function scriptBytes(page: Page, url: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Set<string>();
  const coming = new Set<string>();
  let bytes = 0;
  session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    // Pending requests of the previous page were aborted and may report nothing, so they are forgotten.
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
  // Waits for hydration, because a slow device with an idle network may not have started loading.
  await waitForHydration(page);
  // Resolves after all pending network events.
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await expect.poll(() => coming.size).toBe(0);
  await session.detach();
  return bytes;
}

// Other public pages are not measured, because the crawl proves that they load no script.
for (const [kind, limit, urls] of [
  ["sign-in", 115_000, ["/login", "/auth/register"]],
  ["member", 150_000, ["/dashboard", "/journal", "/journal/free", "/journal/history", "/settings"]],
] as const)
  test(`loads at most ${limit} bytes of script on ${kind} pages`, async ({ page, signIn }) => {
    if (kind === "member") await signIn();
    for (const url of urls) {
      const bytes = await scriptBytes(page, url);
      // Guards against an empty measurement.
      expect(bytes, url).toBeGreaterThan(50_000);
      expect(bytes, url).toBeLessThanOrEqual(limit);
    }
  });
