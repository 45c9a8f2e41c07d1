import type { CheerioAPI } from "cheerio";
import { all, isExposed, lineOf, textOf, tidy, type Element } from "./document";

const ROLES: Record<string, string> = {
  aside: "complementary",
  button: "button",
  details: "group",
  fieldset: "group",
  li: "listitem",
  main: "main",
  nav: "navigation",
  ol: "list",
  output: "status",
  table: "table",
  td: "cell",
  textarea: "textbox",
  tr: "row",
  ul: "list",
};
const SECTIONING = /^(article|aside|main|nav|section)$/;
const NAMED_BY_CONTENT = /^(button|cell|columnheader|heading|link|row|rowheader)$/;

/** ARIA role of an element, explicit or implicit. */
export function roleOf($: CheerioAPI, element: Element): string | undefined {
  const { name, attribs } = element;
  if (attribs.role) return attribs.role.split(" ")[0];
  if (name === "a") return "href" in attribs ? "link" : undefined;
  if (/^h[1-6]$/.test(name)) return "heading";
  if (name === "input") {
    const { type = "text" } = attribs;
    if (/^(checkbox|radio)$/.test(type)) return type;
    return /^(button|submit)$/.test(type) ? "button" : "textbox";
  }
  if (name === "th") return attribs.scope === "row" ? "rowheader" : "columnheader";
  if (name === "img") return attribs.alt === "" ? undefined : "img";
  if (name === "section") return nameOf($, element) ? "region" : undefined;
  if (name === "header" || name === "footer") {
    const inside = lineOf(element).some((container) => SECTIONING.test(container.name));
    return inside ? undefined : name === "header" ? "banner" : "contentinfo";
  }
  return ROLES[name];
}

const byIds = ($: CheerioAPI, ids: string) =>
  ids
    .split(/\s+/)
    .flatMap((id) => all($, "[id]").filter((element) => element.attribs.id === id))
    .map((element) => textOf(element))
    .join(" ");

/** Labels of a field: those that reference its id, and the one around it. */
export function labelsOf($: CheerioAPI, field: Element): Element[] {
  const around = lineOf(field).filter(({ name }) => name === "label");
  const { id } = field.attribs;
  const naming = id ? all($, "label").filter((label) => label.attribs.for === id) : [];
  return [...new Set([...naming, ...around])];
}

const INLINE = /^(a|abbr|b|bdi|button|cite|code|em|i|kbd|label|mark|q|s|small|span|strong|sub|sup|time|u)$/;

/** Text of an element as read aloud: without hidden parts, with spaces between blocks. */
function contentOf(element: Element): string {
  const names = element.children.map((child) => {
    if (child.type === "text") return child.data;
    if (child.type !== "tag" || !isExposed(child)) return "";
    const own = child.attribs["aria-label"] ?? child.attribs.alt;
    if (/^(input|select|textarea|svg)$/.test(child.name)) return own ?? "";
    const text = own ?? contentOf(child);
    return INLINE.test(child.name) ? text : ` ${text} `;
  });
  return names.join("");
}

/** Accessible name of an element. */
export function nameOf($: CheerioAPI, element: Element): string {
  const { name, attribs } = element;
  if (attribs["aria-labelledby"]) return byIds($, attribs["aria-labelledby"]);
  if (attribs["aria-label"]) return tidy(attribs["aria-label"]);
  if (name === "input" && /^(submit|button|reset)$/.test(attribs.type ?? ""))
    return attribs.value ?? "Submit";
  if (/^(input|select|textarea)$/.test(name)) {
    const labels = labelsOf($, element).map((label) => contentOf(label));
    return tidy(labels.join(" ") || attribs.title || attribs.placeholder || "");
  }
  if (name === "img") return tidy(attribs.alt ?? "");
  const caption = { fieldset: "legend", table: "caption", figure: "figcaption" }[name];
  if (caption) return tidy($(element).children(caption).first().text());
  const byContent = NAMED_BY_CONTENT.test(
    attribs.role ?? (name === "section" ? "" : (roleOf($, element) ?? "")),
  );
  return tidy((byContent ? contentOf(element) : "") || attribs.title || "");
}

/** Accessible description of an element. */
export const descriptionOf = ($: CheerioAPI, element: Element): string =>
  tidy(element.attribs["aria-describedby"] ? byIds($, element.attribs["aria-describedby"]) : "");
