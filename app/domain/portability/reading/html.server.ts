/** A start or end tag: its name and the text between its angle brackets. */
type Tag = { name: string; inside: string; isEnd: boolean };

/** Tokenizes in one pass, linear for broken markup too: comments, tags, text, and a lone bracket. */
const TOKEN = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))|<\/?[a-zA-Z!?][^>]*(?:>|$)|[^<]+|</g;

const NAMED_ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
};

/** Decodes named and numeric character references. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (all, ten, six, name) => {
    if (name) return NAMED_ENTITIES[String(name)] ?? String(all);
    const code = ten ? Number(ten) : parseInt(String(six), 16);
    const isScalar = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isScalar ? String.fromCodePoint(code) : "";
  });
}

/** Decoded value of a quoted attribute; empty if absent. */
export function attributeOf({ inside }: Pick<Tag, "inside">, name: string): string {
  const [, double, single] =
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "i").exec(inside) ?? [];
  return decodeEntities(double ?? single ?? "");
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

const BLOCKS = new Set(["p", "div", "section", "article", "ul", "ol", "table", "tr", "blockquote", "pre"]);
const MEDIA = { video: "videos", audio: "recordings" } as const;
const isMedia = (name: string): name is keyof typeof MEDIA => Object.hasOwn(MEDIA, name);
const EMPHASIS: Record<string, string> = { b: "**", strong: "**", i: "*", em: "*" };

const imageOf = (token: Tag) => {
  const source = attributeOf(token, "src").replace(/[<>\n]/g, "");
  return source ? `![${attributeOf(token, "alt").replace(/[[\]\n]/g, "")}](<${source}>)` : "";
};

const HTML = /<(?:p|div|br|span|h[1-6]|ul|ol|b|strong|em|i|a)\b[^>]*>/i;
/** The Markdown of a text that may be HTML or Markdown. */
export const readMarkup = (text: string) => (HTML.test(text) ? htmlToMarkdown(text).text : text.trim());

/** Converts HTML to light Markdown: text, paragraphs, headings, lists, web links and references of pictures. Counts other media. */
export function htmlToMarkdown(source: string): {
  text: string;
  media: { videos: number; recordings: number };
} {
  const html = source.toWellFormed().replaceAll("\0", "").replace(/\r\n?/g, "\n");
  let out = "";
  const media = { videos: 0, recordings: 0 };
  let items: ("-" | number)[] = [];
  const links: { href: string; at: number }[] = [];
  const breakLine = (lines: 1 | 2) => {
    out = out.replace(/[ \t]+$/, "");
    if (out) out += "\n".repeat(Math.max(0, lines - (/\n*$/.exec(out)?.[0].length ?? 0)));
  };
  for (const token of htmlTokens(html)) {
    if (typeof token === "string") {
      const words = decodeEntities(token.replace(/\s+/g, " ")).replace(/ {2,}/g, " ");
      out += /(?:^|\s)$/.test(out) ? words.trimStart() : words;
      continue;
    }
    const { name, isEnd } = token;
    const [, level] = /^h([1-6])$/.exec(name) ?? [];
    if (isMedia(name)) media[MEDIA[name]] += isEnd ? 0 : 1;
    else if (name === "img") out += imageOf(token);
    else if (name === "br") out = `${out.trimEnd()}\n`;
    else if (level) {
      breakLine(2);
      if (!isEnd) out += `${"#".repeat(Number(level))} `;
    } else if (name === "ul" || name === "ol") {
      breakLine(2);
      // Deeper nesting is flattened to bound memory.
      if (isEnd) items = items.slice(0, -1);
      else if (items.length < 20) items.push(name === "ul" ? "-" : 1);
    } else if (name === "li") {
      breakLine(1);
      const mark = items.at(-1) ?? "-";
      if (!isEnd) out += mark === "-" ? "- " : `${mark}. `;
      if (!isEnd && mark !== "-") items[items.length - 1] = mark + 1;
    } else if (BLOCKS.has(name)) breakLine(items.length > 0 ? 1 : 2);
    else if (EMPHASIS[name]) out += EMPHASIS[name];
    else if (name === "a" && !isEnd) links.push({ href: attributeOf(token, "href"), at: out.length });
    else if (name === "a") {
      const link = links.pop();
      const label = link && out.slice(link.at).trim();
      if (link && label && /^https?:\/\/[^\s)]+$/.test(link.href) && label !== link.href)
        out = `${out.slice(0, link.at)}[${label}](${link.href})`;
    }
  }
  // Empty and trailing emphasis markers would be shown as text.
  const text = out.replace(/\*{2,}\s*\*{2,}/g, "").replace(/(?:^|\s)\*{1,2}\s*$/, "");
  return { text: text.trim(), media };
}
