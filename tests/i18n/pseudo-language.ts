import type { Language } from "../../scripts/i18n/translate.mjs";

/** The text around each value, in brackets: what is put into a message must be said in its own, or be the same everywhere. */
const bracketed = (text: string) =>
  text.replace(
    /(\{\w+\})|[^{]+|\{/g,
    (part, value?: string) => value ?? (/\S/.test(part) ? `⟦${part}⟧` : part),
  );

/** A language that nobody speaks: the words of each message stand between ⟦ and ⟧, its values outside. */
export const PSEUDO: Language = {
  language: "en-XA",
  categories: ["one", "other"],
  say: (id, _context, plural) =>
    [id, plural].flatMap((text) => (text === undefined ? [] : [bracketed(text)])),
};

/** Lines that have letters outside the brackets. A message may stand within another, as one of its values. */
export function notTranslated(text: string): string[] {
  let left = text;
  for (let before = ""; before !== left;) {
    before = left;
    left = left.replace(/⟦[^⟦⟧]*⟧/g, "\n");
  }
  return left.split("\n").flatMap((line) => (/\p{L}/u.test(line) ? [line.trim()] : []));
}

const SAID_BY_ATTRIBUTES =
  /\s(?:aria-label|aria-description|title|alt|abbr|placeholder|data-kept)="([^"]*)"/g;

/** The same for a page: what it shows, and what its attributes say. */
export function notTranslatedHtml(html: string): string[] {
  const said: string[] = [];
  const shown = html
    .replace(/<(script|style|code)\b.*?<\/\1>/gs, "")
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]*>/g, (tag) => {
      for (const [, text = ""] of tag.matchAll(SAID_BY_ATTRIBUTES)) said.push(text);
      if (/name="description"/.test(tag)) said.push(/content="([^"]*)"/.exec(tag)?.[1] ?? "");
      return "\n";
    });
  const plain = [...said.flatMap(notTranslated), ...notTranslated(shown)];
  return plain.map((line) =>
    line.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
  );
}
