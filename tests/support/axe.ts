import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright/test";

/** The minified script, because every page loads it again. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Runs in the page. @returns a line for each violated rule, with its first element */
async function findViolations(options: RunOptions): Promise<string[]> {
  const { axe } = window as unknown as {
    axe: { run(root: Document, options: RunOptions): Promise<AxeResults> };
  };
  // `resultTypes` limits passing rules to one element each.
  const { violations } = await axe.run(document, { ...options, resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 160)}`);
}

/**
 * Violations that axe finds on the open page in the light and dark scheme, one line for each rule. It needs script and
 * reduced motion, because a colour in transition has neither scheme's contrast.
 */
export async function barriersOn(page: Page, name: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  // Ends with `undefined`, because the script's own result cannot be serialised.
  await page.evaluate(`${AXE}; undefined`);
  const light = await page.evaluate(findViolations, {});
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  // The dark scheme differs in colours only, so the other rules need not run again.
  const dark = await page.evaluate(findViolations, { runOnly: ["color-contrast", "link-in-text-block"] });
  return Object.entries({ light, dark }).flatMap(([scheme, lines]) =>
    lines.map((line) => `${name}, ${scheme}: ${line}`),
  );
}
