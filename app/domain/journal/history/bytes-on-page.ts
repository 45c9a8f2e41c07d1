import { PAGE_CHARACTERS } from "~/domain/journal/entries/content-pages";
import type { Entry } from "~/domain/journal/entries/entry";

/** A page that shows several entries holds this much of their texts; a page stays below a megabyte with the rest of it. */
const MAX_BYTES = 800_000;
/** What a character that markup escapes takes more, as `&amp;` in the markup and `\u0026` in the page's data. */
const ESCAPED = 9;

/** What a text takes in a page, which holds it as markup and as data. */
const bytesOf = (text: string): number =>
  2 * Buffer.byteLength(text) + ESCAPED * (text.match(/[<>&"']/g)?.length ?? 0);

/** What the beginning of an entry takes. */
function bytesOfBeginning({ content }: Pick<Entry, "content">): number {
  if (!content) return 0;
  const { title, answers, body, tags } = content;
  const text = [...answers.map((answer) => answer.text), body].join("\n").slice(0, PAGE_CHARACTERS);
  return bytesOf([title, ...answers.map(({ question }) => question), ...tags, ...tags, text].join("\n"));
}

/** As many of these entries as one page holds, one at least. */
export function fittingPage<E extends Pick<Entry, "content">>(entries: readonly E[]): E[] {
  let bytes = 0;
  const end = entries.findIndex((entry, at) => (bytes += bytesOfBeginning(entry)) > MAX_BYTES && at > 0);
  return entries.slice(0, end < 0 ? undefined : end);
}
