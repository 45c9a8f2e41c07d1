/** A start or end tag: its name and the text between its angle brackets. */
type Tag = { name: string; inside: string; isEnd: boolean };

/** Whole comments, whole tags, text, and a bracket that begins neither: in one pass, whatever is broken. */
const TOKEN = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))|<\/?[a-zA-Z!?][^>]*(?:>|$)|[^<]+|</g;

const NAMED: Record<string, string> = {
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

/** Characters that are written by their name or number. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (all, ten, six, name) => {
    if (name) return NAMED[String(name)] ?? String(all);
    const code = ten ? Number(ten) : parseInt(String(six), 16);
    const isSign = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isSign ? String.fromCodePoint(code) : "";
  });
}

/** The words of an attribute, as far as they can be read. */
export function attributeOf({ inside }: Pick<Tag, "inside">, name: string): string {
  const [, double, single] =
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "i").exec(inside) ?? [];
  return decodeEntities(double ?? single ?? "");
}

/** Their content is no text of anyone's. Where one is never closed, only that of the first two ends with the page. */
const SILENT = new Set(["script", "style", "title", "template", "noscript", "svg", "iframe", "object"]);
const TO_THE_END = new Set(["script", "style"]);
/** A drawing that is not closed ends where a page goes on, as browsers read it. */
const AFTER_SVG =
  /^(?:b|big|blockquote|body|br|center|code|d[dlt]|div|em|embed|h[1-6r]|i|img|li|menu|meta|ol|p|pre|s|small|span|strong|su[bp]|table|tt|u|ul|var)$/;
/** Where the next end of an element begins; Infinity when there is no other. Each part of a page is searched once for a name. */
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

/** Each tag and text of a page in order. What is broken is text, or nothing. */
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
    const isWhole = !isEnd && (SILENT.has(name) || name === "textarea");
    const isEmpty = name === "svg" && token.endsWith("/>");
    const end = isWhole && !isEmpty ? endOf(name, tokens.lastIndex) : Infinity;
    if (end === Infinity) {
      if (isWhole && TO_THE_END.has(name)) return;
      yield tag;
    } else if (name === "svg") [svgEnd, isForeign] = [end, false];
    else {
      if (name === "textarea") yield html.slice(tokens.lastIndex, end);
      tokens.lastIndex = end;
    }
  }
}

const BLOCKS = new Set(["p", "div", "section", "article", "ul", "ol", "table", "tr", "blockquote", "pre"]);
const MEDIA = { img: "pictures", video: "videos", audio: "recordings" } as const;
const isMedia = (name: string): name is keyof typeof MEDIA => Object.hasOwn(MEDIA, name);
const SIGNS: Record<string, string> = { b: "**", strong: "**", i: "*", em: "*" };

/** The number of media files that an exported page refers to. */
export type MediaCounts = { pictures: number; videos: number; recordings: number };

/** A page of another application as light Markdown: its words, paragraphs, headings, lists, and links to the web. */
export function htmlToMarkdown(html: string): { text: string; media: MediaCounts } {
  let out = "";
  const media: MediaCounts = { pictures: 0, videos: 0, recordings: 0 };
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
    else if (name === "br") out = `${out.trimEnd()}\n`;
    else if (level) {
      breakLine(2);
      if (!isEnd) out += `${"#".repeat(Number(level))} `;
    } else if (name === "ul" || name === "ol") {
      breakLine(2);
      // Lists in lists beyond any reason are one list.
      if (isEnd) items = items.slice(0, -1);
      else if (items.length < 20) items.push(name === "ul" ? "-" : 1);
    } else if (name === "li") {
      breakLine(1);
      const mark = items.at(-1) ?? "-";
      if (!isEnd) out += mark === "-" ? "- " : `${mark}. `;
      if (!isEnd && mark !== "-") items[items.length - 1] = mark + 1;
    } else if (BLOCKS.has(name)) breakLine(items.length > 0 ? 1 : 2);
    else if (SIGNS[name]) out += SIGNS[name];
    else if (name === "a" && !isEnd) links.push({ href: attributeOf(token, "href"), at: out.length });
    else if (name === "a") {
      const link = links.pop();
      const said = link && out.slice(link.at);
      if (link && said?.trim() && /^https?:\/\/[^\s)]+$/.test(link.href) && said.trim() !== link.href)
        out = `${out.slice(0, link.at)}[${said.trim()}](${link.href})`;
    }
  }
  // Signs around no words, and one that nothing follows, would be read as words themselves.
  const text = out.replace(/\*{2,}\s*\*{2,}/g, "").replace(/(?:^|\s)\*{1,2}\s*$/, "");
  return { text: text.trim(), media };
}
