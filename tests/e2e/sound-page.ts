import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright/test";
import { expect } from "./fixtures";

/** Axe finds no barrier on the page as it is, in either colour, and it is not wider than 320 pixels. */
export async function expectSound(page: Page, script: boolean | undefined): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    // Axe is a script itself.
    if (script === false) break;
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 120)}`)).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 800 });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over, `${page.url()} at 320 pixels`).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}
