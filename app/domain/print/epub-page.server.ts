import { t } from "~/i18n/t";
import { escapeMarkup } from "~/platform/escape-markup";
import { plainWords, type Block, type BookCover, type Words } from "./block";

/** Text for XML, without the signs that XML cannot hold. */
export const inXml = (text: string): string =>
  escapeMarkup(
    // eslint-disable-next-line no-control-regex -- exactly these are forbidden
    text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ""),
  );

/** How each kind of paragraph is written: its element, and its class where the style needs one. */
const TAGS: Record<Block["style"], readonly [tag: string, name?: string]> = {
  chapter: ["h1"],
  month: ["h2", "month"],
  span: ["p", "span"],
  date: ["h3"],
  kind: ["p", "kind"],
  title: ["h4"],
  heading: ["h5"],
  verse: ["blockquote", "verse"],
  source: ["p", "source"],
  question: ["p", "question"],
  text: ["p"],
  more: ["p", "more"],
  item: ["p", "item"],
  quote: ["blockquote"],
  rule: ["p", "rule"],
  picture: ["figure"],
  note: ["p", "note"],
};

/** Nothing has a colour, and sizes are parts of the reader's own. */
export const EPUB_STYLE = `body { margin: 0 5%; line-height: 1.5; hyphens: auto; }
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

function inline(words: Words): string {
  const spans = typeof words === "string" ? [{ text: words, as: undefined }] : words;
  return spans
    .map(({ text, as }) => {
      const html = inXml(text).replaceAll("\n", "<br/>");
      return as ? `<${as}>${html}</${as}>` : html;
    })
    .join("");
}

/** A picture with its words. `file` is where it lies. */
export function epubPicture(file: string, text: Words): string {
  const words = inXml(plainWords(text));
  const caption = words ? `<figcaption dir="auto">${words}</figcaption>` : "";
  return `<figure><img src="${file}" dir="auto" alt="${words || t("Picture")}"/>${caption}</figure>`;
}

/** A paragraph; what stands in the margin of a page is a line below it. */
export function epubBlock({ style, text, anchor, margin, mark }: Block): string {
  const [tag, name] = TAGS[style];
  const id = anchor ? ` id="${anchor}"` : "";
  const named = name ? ` class="${name}"` : "";
  const words = (mark ? `${inXml(mark)} ` : "") + inline(text);
  const within = tag === "blockquote" ? `<p>${words}</p>` : words;
  const below = margin ? `\n<p class="day" dir="auto">${inXml(margin)}</p>` : "";
  return `<${tag}${id}${named} dir="auto">${within}</${tag}>${below}`;
}

/** A page of the book as a file. */
export const epubPage = (
  language: string,
  title: string,
  body: string,
): string => `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}">
<head>
<title>${inXml(title)}</title>
<link rel="stylesheet" href="style.css"/>
</head>
<body>
${body}
</body>
</html>
`;

/** The title page. */
export const epubTitle = ({ title, name, span }: BookCover): string =>
  [
    `<section class="title" epub:type="titlepage">`,
    `<h1 dir="auto">${inXml(title)}</h1>`,
    ...(name ? [`<p class="span" dir="auto">${inXml(name)}</p>`] : []),
    `<p class="span">${inXml(span)}</p>`,
    "</section>",
  ].join("\n");

/** Where a list leads. */
export const epubLink = (file: string, anchor: string | undefined, words: Words): string =>
  `<a href="${file}${anchor ? `#${anchor}` : ""}" dir="auto">${inXml(plainWords(words))}</a>`;
