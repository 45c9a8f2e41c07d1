import {
  equalizeMargins,
  isEntryName,
  plainWords,
  type BookCover,
  type BookPart,
  type PageForm,
} from "~/domain/print/print-task";
import { t } from "~/i18n/t";
import { MUTED_INK, type GlyphMetrics } from "./line-layout";
import { PageComposer } from "./page-composer";
import { formatRoman, type Sheet } from "./page-flow";

/** Title of the list of chapters. */
export const CONTENTS_TITLE = t("Contents");
/** Title of the index of passages. */
export const PASSAGE_INDEX_TITLE = t("Passages");

/** Maximum number of chapters whose list fits on one page in every page form. */
const MAX_SHORT_CONTENTS = 8;

type Chapter = { title: string; span: string; anchor: string };

/** Chapters, passages and page numbers, collected from the body to print the contents and the index. */
type BookIndex = {
  chapters: Chapter[];
  passages: Map<string, { place: number; anchors: string[] }>;
  pageOf: Map<string, number>;
};

/** Yields the pages of a book as they are finished: the body, the index, and last the front matter, which is printed first. */
export async function* layoutBook(
  cover: BookCover,
  parts: AsyncIterable<BookPart>,
  form: PageForm,
  letters: GlyphMetrics,
): AsyncGenerator<Sheet> {
  const body = new PageComposer(form, letters, { title: cover.title, numberOf: String });
  const index: BookIndex = { chapters: [], passages: new Map(), pageOf: new Map() };
  const recordAnchors = (sheet: Sheet) => {
    for (const { name } of sheet.anchors) index.pageOf.set(name, sheet.number);
    return sheet;
  };
  for await (const part of parts) {
    indexPart(part, index);
    for (const block of part.blocks) body.add(block);
    for (const sheet of body.ready()) yield recordAnchors(sheet);
  }
  body.unfinished().forEach(recordAnchors);
  addPassageIndex(body, index);
  addMissingNote(body);
  for (const sheet of body.end()) yield recordAnchors(sheet);
  yield* layoutFront(cover, index, form, letters);
}

function indexPart({ blocks, passage }: BookPart, { chapters, passages }: BookIndex): void {
  const [first, second] = blocks;
  if (first?.style === "chapter" && first.anchor) {
    const span = second?.style === "span" ? plainWords(second.text) : "";
    chapters.push({ title: plainWords(first.text), span, anchor: first.anchor });
  }
  const anchor = passage && blocks.find(isEntryName)?.anchor;
  if (!passage || !anchor) return;
  const found = passages.get(passage.name) ?? { place: passage.place, anchors: [] };
  found.anchors.push(anchor);
  passages.set(passage.name, found);
}

function addPassageIndex(body: PageComposer, { passages, pageOf, chapters }: BookIndex): void {
  if (passages.size === 0) return;
  const anchor = "passages";
  chapters.push({ title: PASSAGE_INDEX_TITLE, span: "", anchor });
  body.add({ style: "chapter", text: PASSAGE_INDEX_TITLE, anchor });
  body.space(1.5);
  for (const [name, { anchors }] of [...passages].sort(([, a], [, b]) => a.place - b.place)) {
    const pages = [...new Set(anchors.map((each) => pageOf.get(each) ?? 0))];
    body.row(name, pages.join(", "), { size: 0.92, ...(anchors[0] && { goTo: anchors[0] }) });
  }
}

function addMissingNote(body: PageComposer): void {
  const pages = [...body.missing].sort((a, b) => a - b);
  if (pages.length === 0) return;
  const listed = pages.slice(0, 40).join(", ") + (pages.length > 40 ? " …" : "");
  const text = t(
    "Some signs, such as emoji or letters of other scripts, are not in the typeface of this book and were left out. You wrote them on these pages: {pages}.",
    { pages: listed },
  );
  body.add({ style: "note", text });
}

function* layoutFront(
  cover: BookCover,
  index: BookIndex,
  form: PageForm,
  letters: GlyphMetrics,
): Generator<Sheet> {
  const numberOf = (page: number) => (page < 3 ? "" : formatRoman(page));
  const front = new PageComposer(equalizeMargins(form), letters, {
    title: cover.title,
    numberOf,
    isFront: true,
  });
  const { text, height } = form;
  front.open(null);
  const centred = { cut: "upright", align: "centre" } as const;
  const y = front.place(cover.title, height * 0.3, { ...centred, size: text * 2.9, role: "H1" });
  if (cover.name) front.place(cover.name, y + text * 1.4, { ...centred, cut: "italic", size: text * 1.5 });
  front.place(cover.span, height * 0.8, { ...centred, size: text * 1.05, tint: MUTED_INK });
  // Short contents are printed on the back of the title page, so that no blank page follows them.
  if (index.chapters.length > MAX_SHORT_CONTENTS) front.open(null);
  front.add({ style: "chapter", text: CONTENTS_TITLE, anchor: "contents" });
  front.space(1.5);
  for (const { title, span, anchor } of index.chapters)
    front.row(title, String(index.pageOf.get(anchor) ?? ""), { goTo: anchor, ...(span && { note: span }) });
  // An even number of front pages lets the body begin on a right page.
  if (front.count % 2 === 1) front.open(null);
  yield* front.end();
}

type Layout = (
  cover: BookCover,
  parts: AsyncIterable<BookPart>,
  form: PageForm,
  letters: GlyphMetrics,
) => AsyncGenerator<Sheet>;

/** Lays out sheets with a heading on the first. */
export const layoutSheets: Layout = async function* ({ title, span }, parts, form, letters) {
  // Sheets have no spine, so smaller margins suffice.
  const flat = { ...form, top: form.top * 0.52, foot: form.foot * 0.52 };
  const pages = new PageComposer(flat, letters, {
    title,
    numberOf: (page) => (page > 1 ? String(page) : ""),
  });
  const { text } = flat;
  pages.open(null);
  pages.place(title, flat.top + text, { cut: "upright", size: text * 1.8, align: "left", role: "H1" });
  pages.place(span, flat.top + text * 2.9, {
    cut: "italic",
    size: text * 0.98,
    align: "left",
    tint: MUTED_INK,
  });
  pages.space(3);
  yield* layoutParts(pages, parts);
};

/** Lays out a booklet with a title page and numbered pages. */
export const layoutBooklet: Layout = async function* ({ title, name, span }, parts, form, letters) {
  const pages = new PageComposer(form, letters, {
    title,
    numberOf: (page) => (page > 1 ? String(page) : ""),
  });
  const { text, height } = form;
  pages.open(null);
  const centred = { cut: "upright", align: "centre" } as const;
  const y = pages.place(title, height * 0.3, { ...centred, size: text * 2.5, role: "H1" });
  if (name) pages.place(name, y + text * 1.4, { ...centred, cut: "italic", size: text * 1.4 });
  pages.place(span, height * 0.8, { ...centred, size: text, tint: MUTED_INK });
  pages.open(null);
  yield* layoutParts(pages, parts);
};

async function* layoutParts(pages: PageComposer, parts: AsyncIterable<BookPart>): AsyncGenerator<Sheet> {
  for await (const { blocks, fills } of parts) {
    if (fills) pages.addFilling(blocks, fills);
    else for (const block of blocks) pages.add(block);
    yield* pages.ready();
  }
  yield* pages.end();
}
