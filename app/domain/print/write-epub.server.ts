import { LANGUAGE } from "~/i18n/language";
import { writeZip, type ZippedFile } from "~/platform/zip/write-zip.server";
import { plainWords, type BookCover, type BookPart } from "./block";
import { EPUB_STYLE, epubBlock, epubLink, epubPage, epubPicture, epubTitle, inXml } from "./epub-page.server";
import { CONTENTS, PASSAGES } from "./set-book";

/** `id` names the book among all books; `at` is when it was made. */
export type EpubBook = { cover: BookCover; id: string; at: Date };

type Heading = { file: string; anchor: string; title: string; depth: number };
type Known = { files: string[]; pictures: string[]; headings: Heading[]; passages: Map<string, Passage> };
type Passage = { place: number; links: { file: string; anchor: string }[] };

/** A book as an EPUB: a file for each chapter and each month in one, so that no more than a month is in memory. */
export function writeEpub(book: EpubBook, parts: AsyncIterable<BookPart>): AsyncGenerator<Uint8Array> {
  return writeZip(epubFiles(book, parts));
}

const EPUB_TYPE = ["application", "epub+zip"].join("/");

const CONTAINER = `<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/book.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

async function* epubFiles(
  { cover, id, at }: EpubBook,
  parts: AsyncIterable<BookPart>,
): AsyncGenerator<ZippedFile> {
  const page = (name: string, title: string, body: string) => ({
    name: `book/${name}`,
    at,
    text: epubPage(LANGUAGE, title, body),
  });
  // First and as it is: by these bytes readers know the file.
  yield { name: "mimetype", at, text: EPUB_TYPE, isStored: true };
  yield { name: "META-INF/container.xml", at, text: CONTAINER };
  yield { name: "book/style.css", at, text: EPUB_STYLE };
  yield page("title.xhtml", cover.title, epubTitle(cover));
  const known: Known = { files: ["title.xhtml"], pictures: [], headings: [], passages: new Map() };
  let file = "";
  let title = "";
  let body: string[] = [];
  for await (const part of parts) {
    const opening = part.blocks.find(({ style }) => style === "chapter" || style === "month");
    // A month that begins a chapter stands in the chapter's file.
    if (!file || (opening && body.length > 2)) {
      if (file) yield page(file, title, body.join("\n"));
      body = [];
      file = `part-${known.files.length}.xhtml`;
      known.files.push(file);
      title = opening ? plainWords(opening.text) : cover.title;
    }
    noteWhatLeadsHere(part, file, known);
    for (const block of part.blocks) {
      if (!block.picture) body.push(epubBlock(block));
      else {
        const picture = `picture-${known.pictures.length + 1}.jpeg`;
        known.pictures.push(picture);
        body.push(epubPicture(picture, block.text));
        // Written before the page that shows it, so that it does not wait in memory.
        yield { name: `book/${picture}`, at, text: block.picture.bytes };
      }
    }
  }
  if (file) yield page(file, title, body.join("\n"));
  if (known.passages.size > 0) {
    known.files.push("passages.xhtml");
    known.headings.push({ file: "passages.xhtml", anchor: "passages", title: PASSAGES, depth: 0 });
    yield page("passages.xhtml", PASSAGES, passageList(known));
  }
  yield page("contents.xhtml", CONTENTS, contents(known));
  yield { name: "book/book.opf", at, text: packageFile({ cover, id, at }, known) };
}

function noteWhatLeadsHere({ blocks, passage }: BookPart, file: string, { headings, passages }: Known): void {
  for (const { style, text, anchor } of blocks)
    if (anchor && (style === "chapter" || style === "month"))
      headings.push({ file, anchor, title: plainWords(text), depth: style === "chapter" ? 0 : 1 });
  const anchor = blocks.find((block) => block.style === "kind")?.anchor;
  if (!passage || !anchor) return;
  const found = passages.get(passage.name) ?? { place: passage.place, links: [] };
  found.links.push({ file, anchor });
  passages.set(passage.name, found);
}

function passageList({ passages }: Known): string {
  const rows = [...passages]
    .sort(([, a], [, b]) => a.place - b.place)
    .map(([name, { links }]) => {
      const numbers = links.map(({ file, anchor }, at) => epubLink(file, anchor, String(at + 1)));
      return `<p><bdi>${inXml(name)}</bdi>: ${numbers.join(", ")}</p>`;
    });
  return `<h1 id="passages">${PASSAGES}</h1>\n${rows.join("\n")}`;
}

function contents({ headings }: Known): string {
  const items: string[] = [];
  for (const [at, { file, anchor, title, depth }] of headings.entries()) {
    const below = headings[at + 1]?.depth ?? 0;
    const link = `<li>${epubLink(file, anchor, title)}`;
    items.push(link + (below > depth ? "<ol>" : below < depth ? "</li></ol></li>" : "</li>"));
  }
  const first = `<li>${epubLink("title.xhtml", undefined, CONTENTS)}</li>`;
  const list = items.length > 0 ? items.join("\n") : first;
  return `<nav epub:type="toc" role="doc-toc"><h1>${CONTENTS}</h1>\n<ol>\n${list}\n</ol></nav>`;
}

function packageFile({ cover, id, at }: EpubBook, { files, pictures }: Known): string {
  const type = `media-type="application/xhtml+xml"`;
  const order = [files[0] ?? "", "contents.xhtml", ...files.slice(1)];
  const idOf = (file: string) => file.replace(".xhtml", "");
  const properties = (file: string) => (file === "contents.xhtml" ? ` properties="nav"` : "");
  const items = order.map((file) => `<item id="${idOf(file)}" href="${file}" ${type}${properties(file)}/>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${LANGUAGE}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${id}</dc:identifier>
<dc:title>${inXml(cover.title)}</dc:title>
<dc:language>${LANGUAGE}</dc:language>
${cover.name ? `<dc:creator>${inXml(cover.name)}</dc:creator>\n` : ""}<meta property="dcterms:modified">${at.toISOString().slice(0, 19)}Z</meta>
<meta property="schema:accessMode">textual</meta>
${pictures.length > 0 ? `<meta property="schema:accessMode">visual</meta>\n` : ""}<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
<meta property="schema:accessibilityHazard">none</meta>
</metadata>
<manifest>
<item id="style" href="style.css" media-type="text/css"/>
${[...items, ...pictures.map((file) => `<item id="${file.replace(".jpeg", "")}" href="${file}" media-type="image/jpeg"/>`)].join("\n")}
</manifest>
<spine>
${order.map((file) => `<itemref idref="${idOf(file)}"/>`).join("\n")}
</spine>
</package>
`;
}
