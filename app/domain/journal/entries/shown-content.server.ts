import type { Picture } from "~/domain/journal/pictures/picture";
import { arePicturesOn } from "~/domain/journal/pictures/pictures.server";
import { partsWithPictures } from "~/domain/journal/pictures/placed-pictures";
import { pauses } from "~/platform/yielding.server";
import type { EntryContent } from "./content";
import { contentPages, readPageNumber } from "./content-pages";
import { budgetForEntry, MOST_SET, shownText, type TokenBudget } from "./markdown.server";
import type { Shown, ShownContent } from "./shown";

/**
 * An entry's words for reading: what its writer typed, set as they meant it. `level` is the rank of a question's heading,
 * `room` what is left for a page that shows several entries.
 * @internal Exported for tests.
 */
export function shownContent(
  { answers, body, tags, mood, pictures = [] }: EntryContent,
  level: 2 | 3 | 4,
  budget: TokenBudget = budgetForEntry(),
): ShownContent {
  const own = { tokens: Math.min(budget.tokens, MOST_SET.entryTokens) };
  const before = own.tokens;
  const content = {
    answers: answers.map(({ key, question, text }) => ({
      key,
      question,
      text: shownText(text, (level + 1) as 3 | 4 | 5, own),
    })),
    ...shownBody(body, arePicturesOn() ? pictures : [], (text) => shownText(text, level, own)),
    tags,
    mood,
  };
  budget.tokens -= before - own.tokens;
  return content;
}

/** The page, with its pictures where it names them. */
function shownBody(body: string, pictures: Picture[], show: (text: string) => Shown) {
  const shown = { body: body.trim() ? show(body) : null };
  if (pictures.length === 0) return shown;
  const parts = partsWithPictures(body, pictures.length);
  const placed = new Set(parts.filter((part) => typeof part === "number"));
  const rest = pictures.filter((_, at) => !placed.has(at));
  if (placed.size === 0) return { ...shown, pictures: rest };
  const whole = parts.flatMap((part): (Shown | Picture)[] => {
    if (typeof part === "number") return pictures[part] ? [pictures[part]] : [];
    return part.trim() ? [show(part)] : [];
  });
  return { body: null, placed: whole, pictures: rest };
}

/** One page of an entry's words: a picture stands where the text names it, and at the end where it does not. */
export function shownPage(content: EntryContent, level: 2 | 3 | 4, asked: string | null) {
  const pages = contentPages(content);
  const page = readPageNumber(asked, pages.length);
  const shown = shownContent(pages[page - 1] ?? content, level);
  return {
    page,
    pages: pages.length,
    content: { ...shown, ...restOfPictures(content, page === pages.length) },
  };
}

/** The pictures that no page of a long text names. */
function restOfPictures({ body, pictures = [] }: EntryContent, isLast: boolean) {
  if (!arePicturesOn() || pictures.length === 0) return {};
  const placed = new Set(partsWithPictures(body, pictures.length));
  return { pictures: isLast ? pictures.filter((_, at) => !placed.has(at)) : [] };
}

function shownBeginning(content: EntryContent, level: 2 | 3 | 4, budget: TokenBudget): ShownContent {
  const [first, ...more] = contentPages(content);
  const shown = shownContent(first, level, budget);
  return more.length > 0 ? { ...shown, ...restOfPictures(content, false), goesOn: true } : shown;
}

/** Those of several entries for one page, of long ones the beginning; others are let through between one and the next. */
export async function shownContents(
  contents: readonly (EntryContent | null)[],
  level: 2 | 3 | 4,
): Promise<(ShownContent | null)[]> {
  const pause = pauses();
  const budget = { tokens: MOST_SET.pageTokens };
  const all: (ShownContent | null)[] = [];
  for (const content of contents) {
    await pause();
    all.push(content && shownBeginning(content, level, budget));
  }
  return all;
}
