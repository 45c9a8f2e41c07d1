import { load, type CheerioAPI } from "cheerio";

/** Parses a page like a browser without script, including the content of <noscript>. */
export const parse = (html: string): CheerioAPI => load(html, { scriptingEnabled: false });

/** Every element of the page that matches a selector. */
export const all = ($: CheerioAPI, selector: string) => $.root().find(selector).toArray();
export type Element = ReturnType<typeof all>[number];

export const tidy = (text: string) => text.replace(/\s+/g, " ").trim();

/** Text content of an element with normalised whitespace. */
export function textOf(element: Element): string {
  return tidy(rawText(element));
}

function rawText(element: Element): string {
  if (/^(script|style|template)$/.test(element.name)) return "";
  return element.children
    .map((child) => (child.type === "text" ? child.data : child.type === "tag" ? rawText(child) : ""))
    .join("");
}

/** An element and its ancestors, nearest first. */
export function ancestry(element: Element): Element[] {
  const line: Element[] = [];
  for (let at: Element | null = element; at; at = at.parent?.type === "tag" ? at.parent : null) line.push(at);
  return line;
}

/** Whether a class of the stylesheet hides the element in a window of 1280 pixels. */
function isHiddenByClass(element: Element): boolean {
  const group = ancestry(element).find(({ attribs }) => attribs.class?.split(/\s+/).includes("group"));
  const inForce = (condition: string) =>
    /^(sm|md|lg)$/.test(condition) ||
    (condition === "group-open" && group !== undefined && "open" in group.attribs);
  const classes = (element.attribs.class ?? "").split(/\s+/).map((name) => name.split(":"));
  const displays = classes
    .filter(([first = "", second]) => second === undefined || inForce(first))
    .map((parts) => [parts.at(-1) ?? "", parts.length] as const)
    .filter(([name]) =>
      /^(hidden|block|inline|inline-block|flex|inline-flex|grid|table|print-only)$/.test(name),
    );
  // A variant class whose condition holds overrides the plain one.
  const [last] = displays.sort(([, one], [, other]) => other - one);
  return last !== undefined && /^(hidden|print-only)$/.test(last[0]);
}

function hidesChild(container: Element, child: Element | undefined): boolean {
  if (container.name === "details" && !("open" in container.attribs))
    return child !== undefined && child.name !== "summary";
  return (
    "hidden" in container.attribs ||
    /^(head|script|style|template|datalist)$/.test(container.name) ||
    (container.name === "input" && container.attribs.type === "hidden") ||
    isHiddenByClass(container)
  );
}

/** Whether the element is visible: neither hidden nor inside a closed element. */
export function isVisible(element: Element): boolean {
  const line = ancestry(element);
  return !line.some((container, at) => hidesChild(container, line[at - 1]));
}

/** Whether the element is exposed to assistive technology. */
export const isExposed = (element: Element): boolean =>
  isVisible(element) && !ancestry(element).some(({ attribs }) => attribs["aria-hidden"] === "true");

export const isDisabled = (element: Element): boolean =>
  "disabled" in element.attribs ||
  ancestry(element).some(({ name, attribs }, at) => at > 0 && name === "fieldset" && "disabled" in attribs);
