import { LANGUAGE, t } from "~/i18n/t";
import type { FontFace, FontFiles } from "~/platform/pdf/fonts.server";
import { escapeMarkup } from "~/platform/untrusted-text";
import { writeZip, type ZippedFile } from "~/platform/zip/write-zip.server";
import { CONTENTS_TITLE, PASSAGE_INDEX_TITLE } from "./layout/layout-book";
import {
  isEntryName,
  plainWords,
  type Block,
  type BookCover,
  type BookPart,
  type PrintTask,
  type Words,
} from "./print-task";

/** Escapes text for XML and removes characters that XML forbids. */
const escapeXml = (text: string): string =>
  escapeMarkup(
    // eslint-disable-next-line no-control-regex -- XML forbids exactly these
    text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ""),
  );

/** Element of each paragraph style, and its class if the style sheet has one. */
const TAGS: Record<Block["style"], readonly [tag: string, name?: string]> = {
  chapter: ["h1"],
  month: ["h2", "month"],
  span: ["p", "span"],
  date: ["h3"],
  entry: ["p", "entry"],
  laterEntry: ["p", "entry later"],
  kind: ["p", "kind"],
  title: ["h4"],
  heading: ["h5"],
  verse: ["blockquote", "verse"],
  source: ["p", "source"],
  question: ["p", "question"],
  text: ["p"],
  more: ["p", "more"],
  item: ["p", "item"],
  list: ["p"],
  quote: ["blockquote"],
  rule: ["p", "rule"],
  picture: ["figure"],
  note: ["p", "note"],
};

/** Sets no colours, no fonts and only relative sizes, so that the settings of the reading app apply. */
const EPUB_STYLE = `body { margin: 0 5%; line-height: 1.5; hyphens: auto; }
h1 { margin: 3em 0 0.3em; text-align: center; font-weight: normal; font-size: 1.8em; }
h2 { margin: 2em 0 1em; text-align: center; font-weight: normal; font-size: 1.25em; }
h2.month { font-style: italic; }
h3 { margin: 2em 0 0; font-weight: normal; font-size: 1.15em; }
h4, h5 { margin: 0.8em 0 0.2em; font-size: 1em; }
h1, h2, h3, h4, h5 { line-height: 1.25; break-after: avoid; hyphens: none; }
p { margin: 0.5em 0 0; orphans: 2; widows: 2; }
p.more { margin: 0; text-indent: 1.3em; }
p.span, p.kind, p.day, p.question { font-style: italic; }
p.span, p.rule { text-align: center; }
p.day, p.kind, p.source, p.note { font-size: 0.9em; margin-top: 0.2em; }
p.entry { font-variant: small-caps; letter-spacing: 0.05em; margin-top: 0.3em; break-after: avoid; }
p.later { margin-top: 1.8em; }
p.source { text-align: end; }
p.question { break-after: avoid; margin-top: 1em; }
p.item { margin-inline-start: 1.4em; text-indent: -1.1em; }
blockquote { margin: 0.7em 1.4em 0; }
figure { margin: 1em 0 0; text-align: center; break-inside: avoid; }
figure img { max-width: 100%; max-height: 80vh; }
figcaption { font-style: italic; font-size: 0.9em; }
blockquote.verse { font-style: italic; }
.title { margin-top: 30%; }
nav ol { list-style: none; padding: 0; }
`;

const WIDE_SPACING_STYLE = `body { line-height: 1.8; word-spacing: 0.16em; text-align: start; hyphens: none; }
`;

const FACE_STYLES: Record<FontFace, string> = {
  upright: "font-weight: normal; font-style: normal",
  italic: "font-weight: normal; font-style: italic",
  bold: "font-weight: bold; font-style: normal",
};

type EpubFont = { file: string; bytes: Uint8Array; family: string; style: string };

/** The fonts of the book. Each script has a family of its own, because not all reading apps know `unicode-range`. */
const epubFonts = (faces: FontFiles): EpubFont[] =>
  Object.entries(faces).map(([name, bytes]) => {
    const [face = "", ...family] = name.split(" ");
    return {
      file: `${name.replaceAll(" ", "-")}.woff`,
      bytes,
      family: family.join(" "),
      style: FACE_STYLES[face as FontFace],
    };
  });

function fontStyle(fonts: readonly EpubFont[]): string {
  if (fonts.length === 0) return "";
  const families = [...new Set(fonts.map(({ family }) => `"${family}"`))];
  const faces = fonts.map(
    ({ file, family, style }) => `@font-face { font-family: "${family}"; ${style}; src: url("${file}"); }\n`,
  );
  return `${faces.join("")}body { font-family: ${families.join(", ")}, sans-serif; }\n`;
}

function inline(words: Words): string {
  const spans = typeof words === "string" ? [{ text: words, as: undefined }] : words;
  return spans
    .map(({ text, as }) => {
      const html = escapeXml(text).replaceAll("\n", "<br/>");
      return as ? `<${as}>${html}</${as}>` : html;
    })
    .join("");
}

/** A figure with its caption. `file` is the path of the picture. */
export function epubPicture(file: string, text: Words): string {
  const caption = escapeXml(plainWords(text));
  const figcaption = caption ? `<figcaption dir="auto">${caption}</figcaption>` : "";
  return `<figure><img src="${file}" dir="auto" alt="${caption || t("Picture")}"/>${figcaption}</figure>`;
}

/** A paragraph; a margin note becomes a line below it. */
export function epubBlock({ style, text, anchor, margin, mark }: Block): string {
  const [tag, name] = TAGS[style];
  const id = anchor ? ` id="${anchor}"` : "";
  const className = name ? ` class="${name}"` : "";
  const html = (mark ? `${escapeXml(mark)} ` : "") + inline(text);
  const content = tag === "blockquote" ? `<p>${html}</p>` : html;
  const note = margin ? `\n<p class="day" dir="auto">${escapeXml(margin)}</p>` : "";
  return `<${tag}${id}${className} dir="auto">${content}</${tag}>${note}`;
}

const epubPage = (
  language: string,
  title: string,
  body: string,
): string => `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}">
<head>
<title>${escapeXml(title)}</title>
<link rel="stylesheet" href="style.css"/>
</head>
<body>
${body}
</body>
</html>
`;

export const epubTitle = ({ title, name, span }: BookCover): string =>
  [
    `<section class="title" epub:type="titlepage">`,
    `<h1 dir="auto">${escapeXml(title)}</h1>`,
    ...(name ? [`<p class="span" dir="auto">${escapeXml(name)}</p>`] : []),
    `<p class="span">${escapeXml(span)}</p>`,
    "</section>",
  ].join("\n");

export const epubLink = (file: string, anchor: string | undefined, words: Words): string =>
  `<a href="${file}${anchor ? `#${anchor}` : ""}" dir="auto">${escapeXml(plainWords(words))}</a>`;

/** A book to write: `id` is its UUID, `at` its creation time, `faces` the fonts to embed. */
type EpubBook = Pick<PrintTask, "cover" | "id" | "at" | "look"> & { faces: FontFiles };

type Heading = { file: string; anchor: string; title: string; depth: number };
/** Data for the contents, the index and the manifest, collected while the parts are written. */
type BookIndex = { files: string[]; pictures: string[]; headings: Heading[]; passages: Map<string, Passage> };
type Passage = { place: number; links: { file: string; anchor: string }[] };

/** Writes an EPUB with a file per chapter, and per month in long chapters, so that at most a month is in memory. */
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
  { cover, id, at, look, faces }: EpubBook,
  parts: AsyncIterable<BookPart>,
): AsyncGenerator<ZippedFile> {
  const fonts = epubFonts(faces);
  const page = (name: string, title: string, body: string) => ({
    name: `book/${name}`,
    at,
    text: epubPage(LANGUAGE, title, body),
  });
  // The OCF format requires this file first and uncompressed.
  yield { name: "mimetype", at, text: EPUB_TYPE, isStored: true };
  yield { name: "META-INF/container.xml", at, text: CONTAINER };
  yield {
    name: "book/style.css",
    at,
    text: EPUB_STYLE + (look.spacing === "wide" ? WIDE_SPACING_STYLE : "") + fontStyle(fonts),
  };
  for (const { file, bytes } of fonts) yield { name: `book/${file}`, at, text: bytes };
  yield page("title.xhtml", cover.title, epubTitle(cover));
  const index: BookIndex = { files: ["title.xhtml"], pictures: [], headings: [], passages: new Map() };
  let file = "";
  let title = "";
  let body: string[] = [];
  for await (const part of parts) {
    const opening = part.blocks.find(({ style }) => style === "chapter" || style === "month");
    // A month that opens a chapter shares the chapter's file.
    if (!file || (opening && body.length > 2)) {
      if (file) yield page(file, title, body.join("\n"));
      body = [];
      file = `part-${index.files.length}.xhtml`;
      index.files.push(file);
      title = opening ? plainWords(opening.text) : cover.title;
    }
    indexPart(part, file, index);
    for (const block of part.blocks) {
      if (!block.picture) body.push(epubBlock(block));
      else {
        const picture = `picture-${index.pictures.length + 1}.jpeg`;
        index.pictures.push(picture);
        body.push(epubPicture(picture, block.text));
        // The picture is written before the page that shows it, so that its bytes can be freed.
        yield { name: `book/${picture}`, at, text: block.picture.bytes };
      }
    }
  }
  if (file) yield page(file, title, body.join("\n"));
  if (index.passages.size > 0) {
    index.files.push("passages.xhtml");
    index.headings.push({ file: "passages.xhtml", anchor: "passages", title: PASSAGE_INDEX_TITLE, depth: 0 });
    yield page("passages.xhtml", PASSAGE_INDEX_TITLE, passageList(index));
  }
  yield page("contents.xhtml", CONTENTS_TITLE, contents(index));
  yield { name: "book/book.opf", at, text: packageFile({ cover, id, at, fonts }, index) };
}

function indexPart({ blocks, passage }: BookPart, file: string, { headings, passages }: BookIndex): void {
  for (const { style, text, anchor } of blocks)
    if (anchor && (style === "chapter" || style === "month"))
      headings.push({ file, anchor, title: plainWords(text), depth: style === "chapter" ? 0 : 1 });
  const anchor = blocks.find(isEntryName)?.anchor;
  if (!passage || !anchor) return;
  const found = passages.get(passage.name) ?? { place: passage.place, links: [] };
  found.links.push({ file, anchor });
  passages.set(passage.name, found);
}

function passageList({ passages }: BookIndex): string {
  const rows = [...passages]
    .sort(([, a], [, b]) => a.place - b.place)
    .map(([name, { links }]) => {
      const numbers = links.map(({ file, anchor }, at) => epubLink(file, anchor, String(at + 1)));
      return `<p><bdi>${escapeXml(name)}</bdi>: ${numbers.join(", ")}</p>`;
    });
  return `<h1 id="passages">${PASSAGE_INDEX_TITLE}</h1>\n${rows.join("\n")}`;
}

function contents({ headings }: BookIndex): string {
  const items: string[] = [];
  for (const [at, { file, anchor, title, depth }] of headings.entries()) {
    const nextDepth = headings[at + 1]?.depth ?? 0;
    const link = `<li>${epubLink(file, anchor, title)}`;
    items.push(link + (nextDepth > depth ? "<ol>" : nextDepth < depth ? "</li></ol></li>" : "</li>"));
  }
  const first = `<li>${epubLink("title.xhtml", undefined, CONTENTS_TITLE)}</li>`;
  const list = items.length > 0 ? items.join("\n") : first;
  return `<nav epub:type="toc" role="doc-toc"><h1>${CONTENTS_TITLE}</h1>\n<ol>\n${list}\n</ol></nav>`;
}

function packageFile(
  { cover, id, at, fonts }: Pick<EpubBook, "cover" | "id" | "at"> & { fonts: readonly EpubFont[] },
  { files, pictures }: BookIndex,
): string {
  const type = `media-type="application/xhtml+xml"`;
  const order = [files[0] ?? "", "contents.xhtml", ...files.slice(1)];
  const idOf = (file: string) => file.replace(".xhtml", "");
  const properties = (file: string) => (file === "contents.xhtml" ? ` properties="nav"` : "");
  const items = [
    ...order.map((file) => `<item id="${idOf(file)}" href="${file}" ${type}${properties(file)}/>`),
    ...pictures.map(
      (file) => `<item id="${file.replace(".jpeg", "")}" href="${file}" media-type="image/jpeg"/>`,
    ),
    ...fonts.map(
      ({ file }) => `<item id="${file.replace(".woff", "")}" href="${file}" media-type="font/woff"/>`,
    ),
  ];
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${LANGUAGE}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${id}</dc:identifier>
<dc:title>${escapeXml(cover.title)}</dc:title>
<dc:language>${LANGUAGE}</dc:language>
${cover.name ? `<dc:creator>${escapeXml(cover.name)}</dc:creator>\n` : ""}<meta property="dcterms:modified">${at.toISOString().slice(0, 19)}Z</meta>
<meta property="schema:accessMode">textual</meta>
${pictures.length > 0 ? `<meta property="schema:accessMode">visual</meta>\n` : ""}<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
<meta property="schema:accessibilityHazard">none</meta>
</metadata>
<manifest>
<item id="style" href="style.css" media-type="text/css"/>
${items.join("\n")}
</manifest>
<spine>
${order.map((file) => `<itemref idref="${idOf(file)}"/>`).join("\n")}
</spine>
</package>
`;
}
