import { HtmlValidate } from "html-validate/node";
import { makeAdministrator } from "#tests/support/browser-database";
import { ADMIN_PAGES, MEMBER_PAGES, PUBLIC_PAGES } from "#tests/support/every-page";
import { furnish, pagesOf } from "#tests/support/furnished-journal";
import { expect, test, type FormPage } from "./fixtures";

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
    // A timer that ends without script; who sits longer stays where they are.
    "meta-refresh": "off",
    "no-inline-style": "error",
  },
});

/** What is wrong with the HTML of these pages as the server sends it, a line for each. */
async function problemsOf(page: FormPage, paths: string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    const { results } = await validator.validateString(await page.content());
    for (const { messages } of results)
      for (const { ruleId, message, selector } of messages)
        problems.push(`${path}: ${ruleId} ${message} (${selector})`);
  }
  return problems;
}

test("the HTML of every page of strangers is valid", async ({ page }) => {
  expect(await problemsOf(page, PUBLIC_PAGES)).toEqual([]);
});

test("the HTML of every page of members is valid", async ({ page, signIn }) => {
  const { email } = await signIn();
  const journal = await furnish(page, email);
  expect(await problemsOf(page, [...pagesOf(journal), ...MEMBER_PAGES])).toEqual([]);
});

test("the HTML of every page of administrators is valid", async ({ page, signIn }) => {
  await makeAdministrator((await signIn()).email);
  expect(await problemsOf(page, ADMIN_PAGES)).toEqual([]);
});
