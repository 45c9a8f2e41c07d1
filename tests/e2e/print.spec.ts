import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

async function printedPages(page: Page, paper: { format: string; landscape?: boolean }): Promise<number> {
  const pdf = await page.pdf({ ...paper, preferCSSPageSize: false });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test(
  "prints an entry across the page on wide paper too",
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
    // As high as A4 upright, and twice as wide.
    expect(await printedPages(page, { format: "A3", landscape: true })).toBeLessThanOrEqual(portrait);
    expect(await printedPages(page, { format: "A4", landscape: true })).toBeLessThanOrEqual(2 * portrait);
  },
);

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
