import type { EntryContent } from "./content";

/** The length of the part of an entry that one page shows. It is far more than people write, but a file may bring two million characters. */
export const PAGE_CHARACTERS = 40_000;
/** A text begins on a page where this much of it fits. */
const LEAST = 2_000;

/**
 * An entry as it is shown, page by page; one of usual length is one page. Texts are cut between paragraphs, else lines, else
 * words; together the pages hold every character. Tags and mood stand on the last.
 */
export function contentPages(content: EntryContent): [EntryContent, ...EntryContent[]] {
  const { answers, body } = content;
  const length = answers.reduce((sum, { text }) => sum + text.length, body.length);
  if (length <= PAGE_CHARACTERS) return [content];
  const pages: EntryContent[] = [];
  let page = { answers: [] as EntryContent["answers"], body: "", left: PAGE_CHARACTERS };
  const turn = () => {
    pages.push({ ...content, answers: page.answers, body: page.body, tags: [], mood: "" });
    page = { answers: [], body: "", left: PAGE_CHARACTERS };
  };
  const set = (text: string, put: (piece: string) => void) => {
    for (let from = 0; from < text.length;) {
      if (page.left < Math.min(LEAST, text.length - from)) turn();
      const to = endOfPiece(text, from, page.left);
      put(text.slice(from, to));
      page.left -= to - from;
      from = to;
      if (from < text.length) turn();
    }
  };
  for (const answer of answers) set(answer.text, (text) => page.answers.push({ ...answer, text }));
  set(body, (text) => (page.body = text));
  turn();
  const last = pages.pop() ?? content;
  const all = [...pages, { ...last, tags: content.tags, mood: content.mood }];
  return [all[0] ?? content, ...all.slice(1)];
}

/** Where a piece that begins at `from` ends, `most` characters later at most: in its last quarter, where something ends there. */
export function endOfPiece(text: string, from: number, most: number): number {
  const end = from + most;
  if (end >= text.length) return text.length;
  const earliest = end - Math.floor(most / 4);
  for (const between of ["\n\n", "\n", " "]) {
    const at = text.lastIndexOf(between, end - between.length);
    if (at >= earliest) return at + between.length;
  }
  // Not within a sign that takes two places.
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? "") ? end - 1 : end;
}

/** The page that an address asks for, of `pages` of them: the nearest that there is. */
export function readPageNumber(asked: string | null, pages: number): number {
  const number = Number(asked ?? 1);
  return Number.isFinite(number) ? Math.min(pages, Math.max(1, Math.trunc(number))) : 1;
}
