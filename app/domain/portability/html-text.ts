import { attributeOf, htmlTokens, withoutEntities } from "./html-tokens";

const BLOCKS = new Set(["p", "div", "section", "article", "ul", "ol", "table", "tr", "blockquote", "pre"]);
const MEDIA = { img: "pictures", video: "videos", audio: "recordings" } as const;
const isMedia = (name: string): name is keyof typeof MEDIA => Object.hasOwn(MEDIA, name);
const SIGNS: Record<string, string> = { b: "**", strong: "**", i: "*", em: "*" };

/** The number of media files that an exported page refers to. */
export type Media = { pictures: number; videos: number; recordings: number };

/** A page of another application as light Markdown: its words, paragraphs, headings, lists, and links to the web. */
export function htmlToMarkdown(html: string): { text: string; media: Media } {
  let out = "";
  const media: Media = { pictures: 0, videos: 0, recordings: 0 };
  let items: ("-" | number)[] = [];
  const links: { href: string; at: number }[] = [];
  const breakLine = (lines: 1 | 2) => {
    out = out.replace(/[ \t]+$/, "");
    if (out) out += "\n".repeat(Math.max(0, lines - (/\n*$/.exec(out)?.[0].length ?? 0)));
  };
  for (const token of htmlTokens(html)) {
    if (typeof token === "string") {
      const words = withoutEntities(token.replace(/\s+/g, " ")).replace(/ {2,}/g, " ");
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
