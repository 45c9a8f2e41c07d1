import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

/** A page without script needs one round trip after the handshake: ten packets of 1,460 bytes. */
const MAX_PAGE_BYTES = 14 * 1024;
const MAX_HTML_BYTES = 10 * 1024;
const MAX_REQUESTS = 3;

test.use({ javaScriptEnabled: false });

type Load = { html: number; bytes: number; requests: string[] };

/** Transferred bytes with headers, and requests, of a first visit, without typeface and pictures. */
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
    load.requests.push(new URL(url).pathname);
    load.bytes += encodedDataLength;
    if (kind === "Document") load.html = encodedDataLength;
  });
  await page.goto(path, { waitUntil: "networkidle" });
  await session.detach();
  return load;
}

const VISITOR_PAGES = ["/", "/login", "/auth/register"];
const MEMBER_PAGES = ["/dashboard", "/journal"];

for (const [kind, paths] of Object.entries({ visitor: VISITOR_PAGES, member: MEMBER_PAGES }))
  test(
    `loads a page of a ${kind} in 14 KiB and three requests without script`,
    { tag: "@release" },
    async ({ page, signIn }) => {
      if (kind === "member") await signIn();
      for (const path of paths) {
        const { html, bytes, requests } = await firstLoad(page, path);
        test.info().annotations.push({ type: path, description: `${bytes} bytes, HTML ${html}` });
        expect(html, path).toBeGreaterThan(1_000);
        expect(html, path).toBeLessThanOrEqual(MAX_HTML_BYTES);
        expect(bytes, `${path}: ${requests.join(" ")}`).toBeLessThanOrEqual(MAX_PAGE_BYTES);
        expect(requests.length, `${path}: ${requests.join(" ")}`).toBeLessThanOrEqual(MAX_REQUESTS);
      }
    },
  );
