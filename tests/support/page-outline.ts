import { all, parse, textOf, tidy, type Element } from "./form-browser/document";

const HEADING = /^h[1-6]$/;
const SKIPPED = /^(script|style|template|svg|link|meta|noscript)$/;
const BLOCK =
  /^(address|article|aside|blockquote|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|header|hr|legend|li|main|nav|ol|p|pre|section|summary|table|tbody|thead|tr|ul|label)$/;
const STATES = ["open", "disabled", "required", "checked", "selected", "multiple", "hidden"];
const SPOKEN = ["role", "aria-label", "aria-current", "aria-invalid", "aria-live", "dir", "lang"];

/** Values that differ in every run: tokens, ids, keys, pictures. */
const RANDOM: readonly (readonly [RegExp, string])[] = [
  [/still-and-know-[\w-]+\.backup/g, "BACKUP"],
  [/(?<=%7C|\|)[\w-]{8}(?=%7C|\|)/g, "ID"],
  [/\bo\.[\w-]{8}/g, "o.ID"],
  [/data:image\/[^"')\s]+/g, "PICTURE"],
  [/SNK-[^\s\]|)"]+/g, "KEY"],
  [/\b[A-Z2-7]{32}\b/g, "SECRET"],
  [/\b(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}\b/g, "SECRET"],
  [/(?<![\w-])[\w-]{43,}(?![\w-])/g, "TOKEN"],
  [/(?<![\w-])(?=[\w-]*[A-Z0-9])[\w-]{22}(?![\w-])/g, "ID"],
];

export const maskRandom = (text: string) =>
  RANDOM.reduce((masked, [pattern, word]) => masked.replace(pattern, word), text);

const attributesOf = ({ attribs }: Element, names: readonly string[]) =>
  names.flatMap((name) =>
    attribs[name] === undefined ? [] : [attribs[name] === "" ? name : `${name}="${attribs[name]}"`],
  );

/** A form control: name, type, value, states and description. */
function fieldLine(element: Element, described: (id: string) => string): string {
  const { name, attribs } = element;
  const value = name === "textarea" ? textOf(element) : (attribs.value ?? "");
  const isToken = attribs.name?.startsWith("_") ?? false;
  const parts = [
    name === "button" ? `button "${textOf(element)}"` : name,
    ...attributesOf(element, ["type", "name", "placeholder", "autocomplete", "formaction", "maxlength"]),
    value && `value="${isToken ? "TOKEN" : value}"`,
    ...attributesOf(element, [...STATES, ...SPOKEN]),
  ];
  const ids = (attribs["aria-describedby"] ?? "").split(/\s+/).filter(Boolean);
  return [...parts.filter(Boolean), ...ids.map((id) => `described by "${described(id)}"`)].join(" ");
}

function titleOf(element: Element): string {
  const { name, attribs } = element;
  const spoken = attributesOf(element, [...SPOKEN, "open"]);
  if (name === "form") return ["form", attribs.method ?? "get", attribs.action ?? "", ...spoken].join(" ");
  const isNamed = spoken.length > 0 && name !== "a";
  return isNamed || /^(details|fieldset|table|nav|main|footer)$/.test(name)
    ? [name, ...spoken].join(" ")
    : "";
}

/** The lines of a page: texts, links, forms and fields in order, without classes, scripts and random values. */
export function outlinePage(html: string, selector = "main"): string {
  const $ = parse(html);
  const lines: string[] = [];
  let line = "";
  const described = (id: string) => {
    const [target] = all($, `[id="${id}"]`);
    return target ? textOf(target) : "nothing";
  };
  const endLine = (depth: number) => {
    if (tidy(line)) lines.push("  ".repeat(depth) + tidy(line));
    line = "";
  };
  const walk = (element: Element, depth: number) => {
    const { name, attribs } = element;
    if (SKIPPED.test(name)) return;
    if (/^(input|select|textarea|button)$/.test(name)) {
      endLine(depth);
      lines.push("  ".repeat(depth) + tidy(fieldLine(element, described)));
      if (name !== "select") return;
    }
    if (name === "img") line += ` ![${attribs.alt ?? "no alt"}](${attribs.src ?? ""})`;
    if (name === "option") {
      lines.push(
        `${"  ".repeat(depth)}option ${attributesOf(element, ["value", "selected"]).join(" ")} ${textOf(element)}`,
      );
      return;
    }
    const isBlock = BLOCK.test(name) || HEADING.test(name);
    if (isBlock) endLine(depth);
    const title = titleOf(element);
    if (title) lines.push("  ".repeat(depth) + title);
    const inner = depth + (title ? 1 : 0);
    if (HEADING.test(name)) line += `${"#".repeat(Number(name[1]))} `;
    if (name === "li") line += "- ";
    if (/^t[dh]$/.test(name)) line += " | ";
    if (name === "a") line += " [";
    for (const child of element.children) {
      if (child.type === "text") line += child.data;
      else if (child.type === "tag") walk(child, inner);
    }
    if (name === "a") line += `](${attribs.href ?? ""})`;
    if (isBlock) endLine(inner);
  };
  for (const element of all($, selector)) {
    walk(element, 0);
    endLine(0);
  }
  return maskRandom(lines.join("\n"));
}
