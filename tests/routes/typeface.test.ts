import { readdirSync, statSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { createSignedIn } from "#tests/factories/user";
import { visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { DEFAULT_LOOK } from "~/domain/member/preferences";
import { cachedPage, isPublicPage } from "~/server/page-handlers.server";

const sizesOf = (folder: string, ending: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => statSync(`${folder}/${name}`).size);

let serve: (request: Request) => Promise<Response>;
beforeAll(async () => void ({ serve } = await wholeApplication()));

const open = async (path: string, options: Parameters<typeof visit>[1] = {}) => {
  const { request } = await visit(path, options);
  const response = await serve(request);
  return { html: await response.text(), vary: response.headers.get("Vary") ?? "" };
};

describe("typeface and picture of the pages", () => {
  it("are files of at most 35 and 40 KB", () => {
    const fonts = sizesOf("app/fonts", ".woff2");
    expect(fonts).toHaveLength(2);
    expect(fonts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(35 * 1024);
    const pictures = sizesOf("app/components/landing", ".webp");
    expect(pictures).toHaveLength(2);
    expect(Math.max(...pictures)).toBeLessThanOrEqual(40 * 1024);
  });

  it("are left out when the browser asks to save data", async () => {
    const ordinary = await open("/home");
    expect(ordinary.html).toMatch(/<link rel="preload" href="[^"]+\.woff2" as="font"/);
    expect(ordinary.html).toMatch(/<img [^>]*width="390" height="640" loading="lazy"/);
    const saving = await open("/home", { headers: { "Save-Data": "on" } });
    expect(saving.html).toMatch(/<html [^>]*data-saves-data="true"/);
    expect(saving.html).not.toMatch(/woff2|<picture/);
    for (const { vary } of [ordinary, saving]) expect(vary).toContain("Save-Data");
  });

  it("are replaced by letters that are easy to tell apart when a member has chosen them", async () => {
    const { secret } = await createSignedIn({
      look: { ...DEFAULT_LOOK, letters: "hyperlegible", spacing: "wide" },
    });
    const { html } = await open("/about", { session: secret });
    expect(html).toMatch(/<html [^>]*data-letters="hyperlegible" data-spacing="wide"/);
    expect(html).not.toContain("woff2");
    expect((await open("/about")).html).not.toMatch(/data-letters|data-spacing/);
  });

  it("are left out when the browser asks to save data, although the cache has the page", async () => {
    await cachedPage((await visit("/about")).request, serve);
    const headers = { "save-data": "on" };
    expect(isPublicPage({ method: "GET", url: "/about", headers })).toBe(false);
  });
});

it("renders theme, text size, serif, motion, colour and locale of a member into a page", async () => {
  const look = { textSize: "larger", serif: true, reducedMotion: true, withoutDayColour: true } as const;
  const { secret } = await createSignedIn({
    ...{ theme: "dark", locale: "en-US", look: { ...DEFAULT_LOOK, ...look } },
  });
  const { html } = await open("/settings", { session: secret });
  expect(html).toMatch(
    /<html lang="en-US" data-theme="dark" data-text="larger" data-serif="on" data-motion="reduced"/,
  );
  expect(html).not.toContain("data-day=");
});
