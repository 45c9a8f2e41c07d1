import type { CheerioAPI } from "cheerio";
import { all, ancestry, isExposed, textOf, tidy, type Element } from "./document";

const INPUT_ROLES: Record<string, string> = {
  button: "button",
  submit: "button",
  reset: "button",
  image: "button",
  file: "button",
  checkbox: "checkbox",
  radio: "radio",
  number: "spinbutton",
  range: "slider",
  search: "searchbox",
  email: "textbox",
  tel: "textbox",
  text: "textbox",
  url: "textbox",
};
const ROLES: Record<string, string> = {
  article: "article",
  aside: "complementary",
  blockquote: "blockquote",
  button: "button",
  details: "group",
  dialog: "dialog",
  fieldset: "group",
  figure: "figure",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  li: "listitem",
  main: "main",
  nav: "navigation",
  ol: "list",
  option: "option",
  output: "status",
  p: "paragraph",
  table: "table",
  td: "cell",
  textarea: "textbox",
  time: "time",
  tr: "row",
  ul: "list",
};
const SECTIONING = /^(article|aside|main|nav|section)$/;
const NAMED_BY_CONTENT = /^(button|cell|columnheader|heading|link|option|row|rowheader)$/;

/** ARIA role of an element, explicit or implicit. */
export function roleOf($: CheerioAPI, element: Element): string | undefined {
  const { name, attribs } = element;
  if (attribs.role) return attribs.role.split(" ")[0];
  if (name === "a") return "href" in attribs ? "link" : undefined;
  if (name === "input") return INPUT_ROLES[attribs.type ?? "text"];
  if (name === "select") return "multiple" in attribs ? "listbox" : "combobox";
  if (name === "th") return attribs.scope === "row" ? "rowheader" : "columnheader";
  if (name === "img") return attribs.alt === "" ? undefined : "img";
  if (name === "section") return nameOf($, element) ? "region" : undefined;
  if (name === "header" || name === "footer") {
    const inside = ancestry(element).some((container) => SECTIONING.test(container.name));
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
  const around = ancestry(field).filter(({ name }) => name === "label");
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
  const byContent = NAMED_BY_CONTENT.test(attribs.role ?? roleOfTag(element));
  return tidy((byContent ? contentOf(element) : "") || attribs.title || "");
}

const roleOfTag = ({ name }: Element): string =>
  name === "a" ? "link" : name === "th" ? "columnheader" : (ROLES[name] ?? "");

/** Accessible description of an element. */
export const descriptionOf = ($: CheerioAPI, element: Element): string =>
  tidy(element.attribs["aria-describedby"] ? byIds($, element.attribs["aria-describedby"]) : "");
