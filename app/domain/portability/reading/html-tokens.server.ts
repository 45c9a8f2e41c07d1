import { decodeHTML } from "entities";

/** A start or end tag: its name and the text between its angle brackets. */
export type Tag = { name: string; inside: string; isEnd: boolean };

/** Tokenizes in one pass, linear for broken markup too: comments, tags, text, and a lone bracket. */
const TOKEN = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))|<\/?[a-zA-Z!?][^>]*(?:>|$)|[^<]+|</g;

/** Decoded value of an attribute; empty if absent. */
export function attributeOf({ inside }: Pick<Tag, "inside">, name: string): string {
  const [, double, single, bare] =
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(inside) ?? [];
  return decodeHTML(double ?? single ?? bare ?? "");
}

/** Elements whose content is skipped. */
const SKIPPED_ELEMENTS = new Set([
  "script",
  "style",
  "title",
  "template",
  "noscript",
  "svg",
  "iframe",
  "object",
]);
/**
 * Without an end tag, these two elements hide the rest of the page; for the other skipped elements the start tag
 * alone is ignored.
 */
const SKIPPED_TO_END = new Set(["script", "style"]);
/** Tags that end an unclosed SVG, as in the HTML parsing rules of browsers. */
const AFTER_SVG =
  /^(?:b|big|blockquote|body|br|center|code|d[dlt]|div|em|embed|h[1-6r]|i|img|li|menu|meta|ol|p|pre|s|small|span|strong|su[bp]|table|tt|u|ul|var)$/;
/** Returns a function that finds the next end tag, or Infinity. The result per name is cached, so that the search stays linear. */
function endFinder(html: string): (name: string, from: number) => number {
  const known = new Map<string, number>();
  return (name, from) => {
    const last = known.get(name) ?? -1;
    if (last >= from) return last;
    const end = new RegExp(`</${name}(?=[\\s/>])`, "gi");
    end.lastIndex = from;
    const at = end.exec(html)?.index ?? Infinity;
    known.set(name, at);
    return at;
  };
}

/** Yields each tag and text in order. Broken markup becomes text or is dropped. */
export function* htmlTokens(html: string): Generator<Tag | string> {
  const tokens = new RegExp(TOKEN);
  const endOf = endFinder(html);
  let svgEnd = -1;
  let isForeign = false;
  for (let match = tokens.exec(html); match; match = tokens.exec(html)) {
    const [token] = match;
    const [, slash, written = ""] = /^<(\/?)([a-zA-Z][a-zA-Z0-9]*)/.exec(token) ?? [];
    const tag = {
      name: written.toLowerCase(),
      inside: token.slice(1 + written.length, -1),
      isEnd: slash === "/",
    };
    const { name, isEnd } = tag;
    if (match.index < svgEnd) {
      if (name === "foreignobject") isForeign = !isEnd;
      if (isForeign || isEnd || !AFTER_SVG.test(name)) continue;
      svgEnd = -1;
    }
    if (!name) {
      if (!/^<[!?]/.test(token)) yield token;
      continue;
    }
    const isWhole = !isEnd && (SKIPPED_ELEMENTS.has(name) || name === "textarea");
    const isEmpty = name === "svg" && token.endsWith("/>");
    const end = isWhole && !isEmpty ? endOf(name, tokens.lastIndex) : Infinity;
    if (end === Infinity) {
      if (isWhole && SKIPPED_TO_END.has(name)) return;
      yield tag;
    } else if (name === "svg") [svgEnd, isForeign] = [end, false];
    else {
      if (name === "textarea") yield html.slice(tokens.lastIndex, end);
      tokens.lastIndex = end;
    }
  }
}
