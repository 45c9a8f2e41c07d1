import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

async function printedPages(page: Page, paper: { format: string; landscape?: boolean }): Promise<number> {
  const pdf = await page.pdf({ ...paper, preferCSSPageSize: false });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test(
  "prints an entry across the full width of wide paper",
  { tag: "@release" },
  async ({ page, signIn, byForms }) => {
    await signIn();
    await byForms.goto("/journal/free");
    await byForms
      .locator("[name=body]")
      .fill(Array.from({ length: 60 }, () => "By the lake it was still. ".repeat(12)).join("\n\n"));
    await byForms.locator("button[value=finish]").click();
    await page.goto(new URL(byForms.url()).pathname);
    const portrait = await printedPages(page, { format: "A4" });
    expect(portrait).toBeGreaterThan(3);
    // A3 landscape is as high as A4 portrait and twice as wide, so it needs no more pages.
    expect(await printedPages(page, { format: "A3", landscape: true })).toBeLessThanOrEqual(portrait);
    expect(await printedPages(page, { format: "A4", landscape: true })).toBeLessThanOrEqual(2 * portrait);
  },
);

test("prints a page in the typeface and spacing that the member has chosen", async ({ page }) => {
  await page.goto("/about");
  await page.emulateMedia({ media: "print" });
  const styleOf = (chosen: { letters?: string; spacing?: string }) =>
    page.evaluate(async (look) => {
      Object.assign(document.documentElement.dataset, look);
      document.body.innerHTML = `<article class="printed"><h2>Still</h2><p>By the lake it was still.</p></article>`;
      const [title, text] = ["h2", "p"].map((name) =>
        getComputedStyle(document.querySelector(name) as Element),
      );
      const loaded = await document.fonts.load('1em "Atkinson Hyperlegible"');
      return {
        title: title?.fontFamily.split(",")[0],
        leading: parseFloat(text?.lineHeight ?? "") / parseFloat(text?.fontSize ?? ""),
        space: parseFloat(text?.wordSpacing ?? "") / parseFloat(text?.fontSize ?? ""),
        align: text?.textAlign,
        hyphens: text?.hyphens,
        hasFont: loaded.length > 0,
      };
    }, chosen);
  expect(await styleOf({})).toMatchObject({
    title: '"Libertinus Serif"',
    leading: expect.closeTo(1.42),
    space: 0,
    align: "justify",
    hyphens: "auto",
  });
  expect(await styleOf({ letters: "hyperlegible", spacing: "wide" })).toEqual({
    title: '"Atkinson Hyperlegible"',
    leading: expect.closeTo(1.8),
    space: expect.closeTo(0.16),
    align: "start",
    hyphens: "none",
    hasFont: true,
  });
});

test(
  "prints an entry in two columns on landscape paper",
  { tag: "@release" },
  async ({ page, signIn, byForms }) => {
    await signIn();
    await byForms.goto("/journal/free");
    await byForms.locator("[name=body]").fill(Array.from({ length: 20 }, () => "By the lake.").join("\n\n"));
    await byForms.locator("button[value=finish]").click();
    await page.goto(new URL(byForms.url()).pathname);
    await page.emulateMedia({ media: "print" });
    const countColumns = () =>
      page
        .getByText("By the lake.")
        .first()
        .evaluate((text) => new Set([...text.getClientRects()].map(({ left }) => Math.round(left))).size);
    await page.setViewportSize({ width: 700, height: 1000 });
    expect(await countColumns()).toBe(1);
    await page.setViewportSize({ width: 1000, height: 700 });
    expect(await countColumns()).toBe(2);
  },
);
