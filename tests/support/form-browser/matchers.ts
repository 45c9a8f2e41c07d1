import { expect } from "vitest";
import { isDisabled, isVisible, textOf, tidy } from "./document";
import { valueOf } from "./fields";
import { matches, type Locator, type Words } from "./locator";
import { descriptionOf } from "./names";
import type { FormPage } from "./page";

type Outcome = { pass: boolean; message: () => string };

const outcome = (pass: boolean, what: unknown, wanted: string, found: unknown): Outcome => ({
  pass,
  message: () => `${String(what)}: expected ${wanted}, found ${JSON.stringify(found)}`,
});

const textsIn = (locator: Locator) => locator.elements().map((element) => textOf(element));
const isDisplayed = (locator: Locator) => locator.elements().length > 0 && isVisible(locator.one());
const equals = (text: string, wanted: Words) => matches(text, wanted, true);
/** Whether a text contains the wanted one, with normalised whitespace, or matches a pattern. */
const contains = (text: string, wanted: Words) =>
  typeof wanted === "string" ? text.includes(tidy(wanted)) : wanted.test(text);

/** Playwright's matchers for a page without script. */
const matchers = {
  toBeVisible: (it: Locator) => outcome(isDisplayed(it), it, "it to be seen", textsIn(it)),
  toBeHidden: (it: Locator) => outcome(!isDisplayed(it), it, "it not to be seen", textsIn(it)),
  toBeAttached: (it: Locator) => outcome(it.elements().length > 0, it, "it to be there", textsIn(it)),
  toBeChecked: (it: Locator) =>
    outcome("checked" in it.one().attribs, it, "it to be ticked", it.one().attribs),
  toBeDisabled: (it: Locator) => outcome(isDisabled(it.one()), it, "it to be disabled", it.one().attribs),
  toHaveCount: (it: Locator, count: number) =>
    outcome(it.elements().length === count, it, `${count} of it`, textsIn(it)),
  toHaveValue(it: Locator, value: Words) {
    const found = valueOf(it.dom, it.one());
    return outcome(
      typeof value === "string" ? found === value : value.test(found),
      it,
      `the value ${String(value)}`,
      found,
    );
  },
  toHaveText(it: Locator, wanted: Words | Words[]) {
    if (!Array.isArray(wanted))
      return outcome(equals(textOf(it.one()), wanted), it, String(wanted), textsIn(it));
    const found = textsIn(it);
    const pass =
      found.length === wanted.length && wanted.every((words, at) => equals(found[at] ?? "", words));
    return outcome(pass, it, String(wanted), found);
  },
  toContainText: (it: Locator, wanted: Words) =>
    outcome(contains(textOf(it.one()), wanted), it, String(wanted), textsIn(it)),
  toHaveAttribute(it: Locator, name: string, value: Words = /^/) {
    const found = it.one().attribs[name];
    const pass = found !== undefined && (typeof value === "string" ? found === value : value.test(found));
    return outcome(pass, it, `${name}=${String(value)}`, found);
  },
  toHaveAccessibleDescription(it: Locator, wanted: Words) {
    const found = descriptionOf(it.dom, it.one());
    return outcome(equals(found, wanted), it, `the description ${String(wanted)}`, found);
  },
  toHaveURL(page: FormPage, wanted: Words) {
    const pass =
      typeof wanted === "string" ? page.url() === new URL(wanted, page.url()).href : wanted.test(page.url());
    return outcome(pass, "the page", String(wanted), page.url());
  },
  toHaveTitle(page: FormPage, wanted: Words) {
    const title = tidy(page.dom("title").first().text());
    return outcome(equals(title, wanted), "the page", `the title ${String(wanted)}`, title);
  },
};

type Matchers = typeof matchers;
type Checks = {
  [Name in keyof Matchers]: Matchers[Name] extends (it: never, ...rest: infer Rest) => unknown
    ? (...rest: Rest) => void
    : never;
};

declare module "vitest" {
  // Vitest's matchers are declared by merging into this interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions, @typescript-eslint/no-empty-object-type
  interface Matchers<T> extends Checks {}
}

expect.extend(matchers);
