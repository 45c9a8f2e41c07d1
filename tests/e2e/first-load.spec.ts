import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

/** Public pages need one round trip after the handshake: ten packets of 1,460 bytes. */
const MAX_PAGE_BYTES = 14 * 1024;
const MAX_HTML_BYTES = 10 * 1024;
const MAX_REQUESTS = 3;

test.use({ javaScriptEnabled: false });

const ICON = "/favicon.svg";

type Load = { html: number; bytes: number; requests: string[] };

/**
 * Measures the requests of a first visit, and their bytes with headers. Typefaces and pictures do not count; the icon counts
 * as a request without bytes.
 */
async function firstLoad(page: Page, path: string): Promise<Load> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const kinds = new Map<string, { kind: string; url: string }>();
  const load: Load = { html: 0, bytes: 0, requests: [] };
  session.on("Network.responseReceived", ({ requestId, type, response }) =>
    kinds.set(requestId, { kind: type, url: response.url }),
  );
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const { kind, url } = kinds.get(requestId) ?? { kind: "", url: "" };
    if (kind === "Font" || kind === "Image") return;
    const { pathname } = new URL(url);
    load.requests.push(pathname);
    if (pathname === ICON) return;
    load.bytes += encodedDataLength;
    if (kind === "Document") load.html = encodedDataLength;
  });
  await page.goto(path, { waitUntil: "networkidle" });
  await session.detach();
  return load;
}

/** Maximum bytes per page. A member page also names its scripts, which a browser without script does not load. */
const PAGES = [
  ["/", MAX_PAGE_BYTES],
  ["/login", MAX_PAGE_BYTES],
  ["/auth/register", MAX_PAGE_BYTES],
  ["/dashboard", 17.5 * 1024],
  ["/journal", 17.5 * 1024],
] as const;

for (const [path, limit] of PAGES)
  test(
    `loads ${path} in ${limit / 1024} KiB and three requests without script`,
    { tag: "@release" },
    async ({ page, signIn }) => {
      if (path === "/dashboard" || path === "/journal") await signIn();
      const { html, bytes, requests } = await firstLoad(page, path);
      // Guards against an empty measurement.
      expect(html).toBeGreaterThan(1_000);
      expect(html).toBeLessThanOrEqual(MAX_HTML_BYTES);
      expect(bytes, requests.join(" ")).toBeLessThanOrEqual(limit);
      expect(requests.length, requests.join(" ")).toBeLessThanOrEqual(MAX_REQUESTS);
    },
  );
