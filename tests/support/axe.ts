import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright/test";

type AxeResults = Awaited<ReturnType<AxeBuilder["analyze"]>>;

/** In the page, after axe has been there: in the dark only the colours are others. */
function coloursAgain(): Promise<AxeResults> {
  const { axe } = window as unknown as { axe: { run(root: Document, options: object): Promise<AxeResults> } };
  return axe.run(document, {
    runOnly: ["color-contrast", "link-in-text-block"],
    resultTypes: ["violations"],
  });
}

/**
 * What axe finds on the page that is open, by day and by night, a line for each rule that is broken. Needs script, and
 * reduced motion: a colour on its way from one to the other has the contrast of neither.
 */
export async function barriersOn(page: Page, name: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  // No page has a frame, which is all that the slower mode is for.
  const light = await new AxeBuilder({ page })
    .setLegacyMode()
    // Of what is as it should be, one element for each rule is described, not every one.
    .options({ resultTypes: ["violations"] })
    .analyze();
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const dark = await page.evaluate(coloursAgain);
  return Object.entries({ light, dark }).flatMap(([scheme, { violations }]) =>
    violations.map(({ id, nodes }) => `${name}, ${scheme}: ${id} ${nodes[0]?.html.slice(0, 160)}`),
  );
}
