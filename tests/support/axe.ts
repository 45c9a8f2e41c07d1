import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright/test";

/** The small edition: each page is given it again. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** In the page: a line for each rule that is broken, with the first of its elements. */
async function broken(options: RunOptions): Promise<string[]> {
  const { axe } = window as unknown as {
    axe: { run(root: Document, options: RunOptions): Promise<AxeResults> };
  };
  // `resultTypes` limits passing rules to one element each.
  const { violations } = await axe.run(document, { ...options, resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 160)}`);
}

/**
 * What axe finds on the page that is open, by day and by night, a line for each rule that is broken. Needs script, and
 * reduced motion: a colour on its way from one to the other has the contrast of neither.
 */
export async function barriersOn(page: Page, name: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  // The script's own answer is nobody's.
  await page.evaluate(`${AXE}; undefined`);
  const light = await page.evaluate(broken, {});
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  // In the dark only the colours are others.
  const dark = await page.evaluate(broken, { runOnly: ["color-contrast", "link-in-text-block"] });
  return Object.entries({ light, dark }).flatMap(([scheme, lines]) =>
    lines.map((line) => `${name}, ${scheme}: ${line}`),
  );
}
