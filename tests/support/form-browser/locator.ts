import { readFileSync } from "node:fs";
import path from "node:path";
import type { CheerioAPI } from "cheerio";
import { all, ancestry, isDisabled, isExposed, isVisible, textOf, tidy, type Element } from "./document";
import { choose, fill, select, setChecked, valueOf, type Upload } from "./fields";
import { labelsOf, nameOf, roleOf } from "./names";

/** A text to find: a case-insensitive substring, the whole text with `exact`, or a pattern. */
export type Words = string | RegExp;
export type ByName = { name?: Words; exact?: boolean; level?: number };

export function matches(text: string, wanted: Words, exact = false): boolean {
  if (typeof wanted !== "string") return wanted.test(text);
  return exact ? text === tidy(wanted) : text.toLowerCase().includes(tidy(wanted).toLowerCase());
}

/** The page of a locator. */
export type Page = {
  readonly dom: CheerioAPI;
  press(element: Element): Promise<void>;
  /** Called after a field was changed, because in a browser other fields may appear. */
  filled?(): Promise<void>;
};
type Find = ($: CheerioAPI) => Element[];

/** Finds elements like Playwright, in the page that is open when a method is called. */
export class Locator {
  readonly #page: Page;
  readonly #find: Find;
  readonly #description: string;

  constructor(page: Page, find: Find, description: string) {
    this.#page = page;
    this.#find = find;
    this.#description = description;
  }

  elements(): Element[] {
    return this.#find(this.#page.dom);
  }

  get dom(): CheerioAPI {
    return this.#page.dom;
  }

  toString(): string {
    return this.#description;
  }

  /** The matching element. @throws Error unless exactly one element matches */
  one(): Element {
    const [element, ...more] = this.elements();
    if (!element) throw new Error(`The page has no ${this.#description}.`);
    if (more.length > 0) throw new Error(`The page has ${more.length + 1} of ${this.#description}.`);
    return element;
  }

  #among(description: string, narrow: (elements: Element[], $: CheerioAPI) => Element[]): Locator {
    return new Locator(this.#page, ($) => narrow(this.#find($), $), `${this.#description}${description}`);
  }

  #within(description: string, fits: ($: CheerioAPI, element: Element) => boolean): Locator {
    return this.#among(` > ${description}`, (roots, $) => {
      const below = new Set(roots.flatMap((root) => $(root).find("*").toArray()));
      return all($, "*").filter((element) => below.has(element) && fits($, element));
    });
  }

  locator(selector: string, { hasText }: { hasText?: Words } = {}): Locator {
    const found = this.#among(` > ${selector}`, (roots, $) =>
      $(roots.flatMap((root) => $(root).find(selector.replace(/^\s*>/, ":scope >")).toArray())).toArray(),
    );
    return hasText === undefined ? found : found.filter({ hasText });
  }

  getByRole(role: string, { name, exact, level }: ByName = {}): Locator {
    return this.#within(`${role} ${String(name ?? "")}`.trim(), ($, element) => {
      if (roleOf($, element) !== role || !isExposed(element)) return false;
      if (level !== undefined && element.name !== `h${level}`) return false;
      return name === undefined || matches(nameOf($, element), name, exact);
    });
  }

  getByLabel(words: Words, { exact }: { exact?: boolean } = {}): Locator {
    return this.#within(`label ${String(words)}`, ($, element) => {
      const { attribs } = element;
      const isField = /^(input|select|textarea|button)$/.test(element.name) && attribs.type !== "hidden";
      const labels = isField ? labelsOf($, element).map((label) => textOf(label)) : [];
      const aria = attribs["aria-label"] ?? attribs["aria-labelledby"];
      return [...labels, ...(aria ? [nameOf($, element)] : [])].some((label) => matches(label, words, exact));
    });
  }

  /** The smallest elements that contain the text. */
  getByText(words: Words, { exact }: { exact?: boolean } = {}): Locator {
    const containsText = ($: CheerioAPI, element: Element) =>
      !/^(script|style|template|head|title|noscript)$/.test(element.name) &&
      matches(textOf(element), words, exact);
    return this.#within(`text ${String(words)}`, ($, element) => {
      if (!containsText($, element)) return false;
      return !element.children.some((child) => child.type === "tag" && containsText($, child));
    });
  }

  filter({ hasText, has }: { hasText?: Words; has?: Locator }): Locator {
    return this.#among(` with ${String(hasText ?? has)}`, (elements, $) => {
      const inner = has ? new Set(has.elements()) : undefined;
      return elements.filter(
        (element) =>
          (hasText === undefined || matches(textOf(element), hasText)) &&
          (!inner ||
            $(element)
              .find("*")
              .toArray()
              .some((one) => inner.has(one))),
      );
    });
  }

  first = () => this.nth(0);
  last = () => this.nth(-1);
  nth = (at: number) => this.#among(`[${at}]`, (elements) => elements.slice(at).slice(0, 1));
  all = () => Promise.resolve(this.elements().map((_, at) => this.nth(at)));
  count = () => Promise.resolve(this.elements().length);

  // --- Content ---

  async textContent(): Promise<string> {
    return this.dom(this.one()).text();
  }
  async innerText(): Promise<string> {
    return (await this.textContent()).trim();
  }
  async innerHTML(): Promise<string> {
    return this.dom(this.one()).html() ?? "";
  }
  async inputValue(): Promise<string> {
    return valueOf(this.dom, this.one());
  }
  async getAttribute(name: string): Promise<string | null> {
    return this.one().attribs[name] ?? null;
  }

  // --- Actions ---

  /** @throws if the element is hidden or disabled */
  #usable(): Element {
    const element = this.one();
    if (!isVisible(element)) throw new Error(`${this.#description} is hidden.`);
    if (isDisabled(element)) throw new Error(`${this.#description} is disabled.`);
    return element;
  }

  async click(): Promise<void> {
    await this.#page.press(this.#usable());
  }
  async fill(text: string): Promise<void> {
    fill(this.dom, this.#usable(), text);
    await this.#page.filled?.();
  }
  async check(): Promise<void> {
    setChecked(this.dom, this.#usable(), true);
    await this.#page.filled?.();
  }
  async uncheck(): Promise<void> {
    setChecked(this.dom, this.#usable(), false);
    await this.#page.filled?.();
  }
  async selectOption(wanted: string | { label: string }): Promise<void> {
    select(this.dom, this.#usable(), typeof wanted === "string" ? wanted : wanted.label);
    await this.#page.filled?.();
  }
  async setInputFiles(files: string | Upload | Upload[]): Promise<void> {
    const uploads =
      typeof files === "string"
        ? { name: path.basename(files), mimeType: "application/octet-stream", buffer: readFileSync(files) }
        : files;
    choose(this.#usable(), [uploads].flat());
    await this.#page.filled?.();
  }
}

/** The link, button, summary or label that a click on an element activates. */
export const pressedBy = (element: Element): Element | undefined =>
  ancestry(element).find(
    ({ name, attribs }) => (name === "a" && "href" in attribs) || /^(button|input|summary|label)$/.test(name),
  );
