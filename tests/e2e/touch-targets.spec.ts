import type { Page } from "playwright/test";
import { setPlan } from "#tests/support/browser-database";
import { MEMBER_PAGES, PUBLIC_PAGES } from "#tests/support/every-page";
import { pagesOf, writeSeededJournal } from "#tests/support/seeded-journal";
import { expect, test } from "./fixtures";

// Sixty pages take long on a slow machine.
test.setTimeout(300_000);
test.use({ viewport: { width: 390, height: 844 } });

/**
 * Runs in the page. @returns a line for each visible control that does not receive every touch within a square of 24 px
 * around its centre. A link between words of the same element is exempt, as in WCAG 2.5.8.
 */
function smallTargets(): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    "a[href], button, select, textarea, summary, input:not([type=hidden])",
  );
  const isInText = (control: HTMLElement) =>
    control.matches("a") &&
    getComputedStyle(control).display === "inline" &&
    [...(control.parentElement?.childNodes ?? [])].some(
      (node) => node instanceof Text && /\p{L}{2}/u.test(node.data),
    );
  const isSmall = (control: HTMLElement) => {
    control.scrollIntoView({ block: "center", behavior: "instant" });
    const [box] = [...control.getClientRects()].sort((a, b) => b.width * b.height - a.width * a.height);
    // A link to the content is one pixel wide until it has the focus.
    if (!box || box.width <= 1) return false;
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    const targets = [control, ...labels];
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return [-11.5, 0, 11.5].some((right) =>
      [-11.5, 0, 11.5].some((down) => {
        const touched = document.elementFromPoint(x + right, y + down);
        return !targets.some((target) => target.contains(touched));
      }),
    );
  };
  return [...controls]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !isInText(control))
    .filter(isSmall)
    .map((control) => {
      const { width, height } = control.getBoundingClientRect();
      const name = control.getAttribute("aria-label") ?? control.getAttribute("name") ?? control.textContent;
      const size = `${Math.round(width)} × ${Math.round(height)}`;
      return `${control.localName} "${name?.trim().slice(0, 40)}" ${size}`;
    });
}

async function smallTargetsOn(page: Page, paths: readonly string[]): Promise<string[]> {
  const small: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    for (const line of await page.evaluate(smallTargets)) small.push(`${path}: ${line}`);
  }
  return small;
}

test("has targets of 24 px on public pages", { tag: "@release" }, async ({ page }) => {
  expect(await smallTargetsOn(page, PUBLIC_PAGES)).toEqual([]);
});

test("has targets of 24 px on journal pages", { tag: "@release" }, async ({ page, signIn, byForms }) => {
  const { email } = await signIn();
  expect(await smallTargetsOn(page, pagesOf(await writeSeededJournal(byForms, email)))).toEqual([]);
});

test("has targets of 24 px on other member pages", { tag: "@release" }, async ({ page, signIn, byForms }) => {
  const { email } = await signIn();
  await setPlan(email, "tier2", "lectio_examen");
  await byForms.goto("/journal/prayers");
  await byForms.getByLabel("Who or what are you praying for?").fill("Ben");
  await byForms.getByRole("button", { name: "Add", exact: true }).click();
  await byForms.goto("/journal/prayers");
  await byForms.getByRole("link", { name: "Ben" }).click();
  expect(await smallTargetsOn(page, MEMBER_PAGES)).toEqual([]);
});
