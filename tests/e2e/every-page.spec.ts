import { HtmlValidate } from "html-validate/node";
import type { Page } from "playwright/test";
import { barriersOn } from "#tests/support/axe";
import { makeAdministrator } from "#tests/support/browser-database";
import { ADMIN_PAGES, MEMBER_PAGES, PUBLIC_PAGES } from "#tests/support/every-page";
import { expect, test } from "./fixtures";

/** Which pages, and who opens them. */
const WALKS = [
  { who: "strangers", pages: PUBLIC_PAGES },
  { who: "members", pages: MEMBER_PAGES },
  { who: "administrators", pages: ADMIN_PAGES },
] as const;

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // How React writes HTML; all of it is allowed by the standard.
    "attr-case": "off",
    "attr-quotes": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "doctype-style": "off",
    "void-style": "off",
    // Matters of taste: a label may name its control and hold it, a text field need not say that it is one.
    "no-redundant-for": "off",
    "no-implicit-input-type": "off",
    "prefer-native-element": "off",
    "tel-non-breaking": "off",
    "long-title": "off",
    // A named list, and a region inside the section that names it the same: allowed, and how the tables scroll.
    "aria-label-misuse": "off",
    "unique-landmark": "off",
    // Boxes of one question share a name, and so do buttons of one form.
    "form-dup-name": ["error", { shared: ["radio", "checkbox", "button", "submit", "reset"] }],
    "no-inline-style": "error",
  },
});

// A walk over sixty pages is long on a slow machine.
test.setTimeout(300_000);

type SignIn = () => Promise<{ email: string }>;

/** Signs in where the pages need it, with an entry to look at. */
async function enterAs(who: string, page: Page, signIn: SignIn): Promise<void> {
  if (who === "strangers") return;
  const { email } = await signIn();
  if (who === "administrators") await makeAdministrator(email);
  await page.goto("/journal/free");
  await page.getByLabel("Title").fill("A bench in the sun");
  await page.getByLabel("Your words").fill("Nothing else to say, and that is enough.");
  await page.getByRole("button", { name: "Finish" }).click();
  await page.waitForURL(/\/journal\/entries\//);
}

for (const { who, pages } of WALKS) {
  test(`the HTML of every page of ${who} is valid`, async ({
    page,
    signIn,
    javaScriptEnabled,
    expectTrouble,
  }) => {
    test.skip(javaScriptEnabled !== false, "the server's HTML is the same");
    expectTrouble(/404/);
    await enterAs(who, page, signIn);
    const problems: string[] = [];
    for (const path of pages) {
      const html = await (await page.request.get(path)).text();
      const { results } = await validator.validateString(html);
      for (const { messages } of results)
        for (const { ruleId, message, selector } of messages)
          problems.push(`${path}: ${ruleId} ${message} (${selector})`);
    }
    expect(problems).toEqual([]);
  });

  test(`axe finds no barrier on any page of ${who}, light or dark`, async ({
    page,
    signIn,
    javaScriptEnabled,
    expectTrouble,
  }) => {
    test.skip(javaScriptEnabled === false, "axe is a script itself");
    expectTrouble(/404/);
    await enterAs(who, page, signIn);
    const barriers: string[] = [];
    for (const path of pages) {
      await page.goto(path);
      barriers.push(...(await barriersOn(page, path)));
    }
    expect(barriers).toEqual([]);
  });

  test(`no page of ${who} is wider than 320 pixels, or than a window at 200 %`, async ({
    page,
    signIn,
    javaScriptEnabled,
    expectTrouble,
  }) => {
    test.skip(javaScriptEnabled !== false, "the layout is the same");
    expectTrouble(/404/);
    await enterAs(who, page, signIn);
    const wide: string[] = [];
    for (const path of pages) {
      await page.goto(path);
      // 640 pixels are what a window of 1280 has left at 200 %.
      for (const width of [320, 640]) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (over > 0) wide.push(`${path} at ${width}: ${over} too wide`);
      }
    }
    expect(wide).toEqual([]);
  });
}
