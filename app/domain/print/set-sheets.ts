import type { BookCover, BookPart } from "./block";
import type { Letters } from "./lines";
import { BookPages } from "./pages";
import type { PageForm } from "./paper";
import type { Sheet } from "./sheet";
import { SOFT } from "./styles";

type Set = (
  cover: BookCover,
  parts: AsyncIterable<BookPart>,
  form: PageForm,
  letters: Letters,
) => AsyncGenerator<Sheet>;

/** A few sheets: a heading on the first, and what follows. */
export const setSheets: Set = async function* ({ title, span }, parts, form, letters) {
  // A sheet has no spine: its text begins higher, and lower at its foot.
  const flat = { ...form, top: form.top * 0.62, foot: form.foot * 0.7 };
  const pages = new BookPages(flat, letters, { title, numberOf: (page) => (page > 1 ? String(page) : "") });
  const { text } = flat;
  pages.open(null);
  pages.place(title, flat.top + text, { cut: "upright", size: text * 1.8, align: "left", role: "H1" });
  pages.place(span, flat.top + text * 2.9, { cut: "italic", size: text * 0.98, align: "left", tint: SOFT });
  pages.space(3);
  yield* setParts(pages, parts);
};

/** A booklet: a title page, and what follows on numbered pages. */
export const setBooklet: Set = async function* ({ title, name, span }, parts, form, letters) {
  const pages = new BookPages(form, letters, { title, numberOf: (page) => (page > 1 ? String(page) : "") });
  const { text, height } = form;
  pages.open(null);
  const centred = { cut: "upright", align: "centre" } as const;
  const y = pages.place(title, height * 0.3, { ...centred, size: text * 2.5, role: "H1" });
  if (name) pages.place(name, y + text * 1.4, { ...centred, cut: "italic", size: text * 1.4 });
  pages.place(span, height * 0.8, { ...centred, size: text, tint: SOFT });
  pages.open(null);
  yield* setParts(pages, parts);
};

async function* setParts(pages: BookPages, parts: AsyncIterable<BookPart>): AsyncGenerator<Sheet> {
  for await (const { blocks } of parts) {
    for (const block of blocks) pages.add(block);
    yield* pages.ready();
  }
  yield* pages.end();
}
