import { hyphenateSync } from "hyphen/en-gb";
import { LRUCache } from "lru-cache";
import PDFDocument from "pdfkit";
import type { FontFace, FontFiles } from "./fonts.server";

/** A run of text in one font file. */
type PdfTextRun = { font: string; text: string; x: number; width: number; isRtl: boolean; stretch: number };
/** A positioned line with its accessibility role; the lines of one paragraph share `part`. */
type PdfLine = {
  runs: readonly PdfTextRun[];
  y: number;
  size: number;
  tint: string;
  role: "H1" | "H2" | "H3" | "P" | "BlockQuote" | "Note" | "Figure" | "Artifact";
  part: number;
  goTo?: string;
  /** `y` is the picture's upper edge, `text` its alternative text. */
  picture?: { bytes: Uint8Array; x: number; width: number; height: number; text: string };
};
type PdfSheet = {
  /** Front matter: written last, placed first. */
  isFront: boolean;
  lines: readonly PdfLine[];
  /** Ruled lines for handwriting. */
  rules: readonly { x: number; y: number; width: number }[];
  /** Link targets. */
  anchors: readonly { name: string; y: number }[];
  outline: readonly { title: string; depth: number }[];
};
type PdfBook = {
  title: string;
  author: string;
  language: string;
  width: number;
  height: number;
  sheets: AsyncIterable<PdfSheet> | Iterable<PdfSheet>;
};

type Ref = object;
type MarkPositioner = { applyAnchor(mark: { markAnchor: unknown }, base: unknown, at: number): void };
type OpenFont = {
  hasGlyphForCodePoint(point: number): boolean;
  _layoutEngine: { engine: { GPOSProcessor?: MarkPositioner | null } | null };
};
/** Internals of pdfkit that its types omit. */
type PdfInternals = {
  _font: { font: OpenFont };
  _root: { data: { Pages: { data: { Kids: Ref[] } }; PageLabels?: unknown } };
  outline: { children: Ref[] };
};
const internals = (doc: PDFKit.PDFDocument) => doc as unknown as PdfInternals;

const patched = new WeakSet<MarkPositioner>();

/**
 * Selects a font file. Patches fontkit, which fails if a font lacks the anchor of a combining mark: such a mark keeps its
 * default position.
 */
function selectFont(doc: PDFKit.PDFDocument, name: string): OpenFont {
  const { font } = internals(doc.font(name))._font;
  const positioner = font._layoutEngine.engine?.GPOSProcessor;
  if (positioner && !patched.has(positioner)) {
    patched.add(positioner);
    const place = positioner.applyAnchor.bind(positioner);
    positioner.applyAnchor = (mark, base, at) => {
      if (base && mark.markAnchor) place(mark, base, at);
    };
  }
  return font;
}

const emptyDocument = (options: PDFKit.PDFDocumentOptions) =>
  // Without `font: null`, pdfkit would load Helvetica's metrics from its own files.
  new PDFDocument({ ...options, font: null as unknown as string, autoFirstPage: false, margin: 0 });

export type Measure = {
  /** The width of a text in points. */
  width(font: string, text: string, size: number): number;
  /** The font file that contains a character; undefined if none does. */
  fontFor(style: FontFace, letter: string): string | undefined;
};

export function createMeasure(fonts: FontFiles): Measure {
  const doc = emptyDocument({});
  for (const [name, bytes] of Object.entries(fonts)) doc.registerFont(name, Buffer.from(bytes));
  const found = new Map<string, string | undefined>();
  const widths = new LRUCache<string, number>({ max: 50_000 });
  return {
    width(font, text, size) {
      const key = `${font}|${text}`;
      let unit = widths.get(key);
      if (unit === undefined) {
        selectFont(doc, font);
        unit = doc.fontSize(1_000).widthOfString(text) / 1_000;
        widths.set(key, unit);
      }
      return unit * size;
    },
    fontFor(style, letter) {
      const key = style + letter;
      if (!found.has(key))
        found.set(
          key,
          Object.keys(fonts).find(
            (name) =>
              name.startsWith(style) &&
              selectFont(doc, name).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
          ),
        );
      return found.get(key);
    },
  };
}

/** The syllables of an English word, between which it may break. */
export const hyphenate = (word: string): string[] => hyphenateSync(word).split("\u00ad");

/**
 * Streams a book as a tagged PDF with embedded fonts, outline and links. Each page is released when the next begins. Front
 * matter may be written last, when the page numbers are known.
 */
export async function* writePdf(book: PdfBook, fonts: FontFiles): AsyncGenerator<Uint8Array> {
  const doc = emptyDocument({
    size: [book.width, book.height],
    lang: book.language,
    tagged: true,
    displayTitle: true,
    pdfVersion: "1.7",
    info: { Title: book.title, ...(book.author && { Author: book.author }) },
  });
  for (const [name, bytes] of Object.entries(fonts)) doc.registerFont(name, Buffer.from(bytes));
  const root = doc.struct("Document");
  doc.addStructure(root);
  const front = doc.struct("Part");
  root.add(front);
  let section = doc.struct("Sect");
  root.add(section);
  const levels = [doc.outline];
  const heads = internals(doc).outline.children;
  const pages = internals(doc)._root.data.Pages.data.Kids;
  let frontPages = 0;
  let frontHeads = 0;
  let part = -1;
  let element: PDFKit.PDFStructureElement | undefined;
  for await (const sheet of book.sheets) {
    doc.addPage();
    const page = pages.pop();
    if (page) pages.splice(sheet.isFront ? frontPages++ : pages.length, 0, page);
    for (const { name, y } of sheet.anchors) doc.addNamedDestination(name, "XYZ", 0, y, null);
    for (const { title, depth } of sheet.outline) {
      levels[depth + 1] = (levels[depth] ?? doc.outline).addItem(title);
      if (depth > 0) continue;
      if (sheet.isFront) heads.splice(frontHeads++, 0, ...heads.splice(-1));
      else {
        element?.end();
        part = -1;
        section.end();
        root.add((section = doc.struct("Sect")));
      }
    }
    for (const line of sheet.lines) {
      if (line.role === "Artifact") doc.markContent("Artifact", { type: "Pagination" });
      else {
        if (line.part !== part) {
          element?.end();
          element = doc.struct(line.role, line.picture?.text ? { alt: line.picture.text } : {});
          (sheet.isFront ? front : section).add(element);
          part = line.part;
        }
        element?.add(doc.markStructureContent(line.role));
      }
      drawLine(doc, line);
      doc.endMarkedContent();
    }
    for (const rule of sheet.rules) drawRule(doc, rule);
    for (let chunk = doc.read() as Uint8Array | null; chunk; chunk = doc.read() as Uint8Array | null)
      yield chunk;
  }
  element?.end();
  root.end();
  internals(doc)._root.data.PageLabels = { Nums: [0, { S: "r" }, frontPages, { S: "D" }] };
  doc.end();
  for await (const chunk of doc) yield chunk as Uint8Array;
}

function drawRule(doc: PDFKit.PDFDocument, { x, y, width }: PdfSheet["rules"][number]): void {
  doc.markContent("Artifact", { type: "Layout" });
  doc
    .lineWidth(0.4)
    .strokeColor("#a39c90")
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke();
  doc.endMarkedContent();
}

function drawLine(doc: PDFKit.PDFDocument, { runs, y, size, tint, goTo, picture }: PdfLine): void {
  if (picture) {
    const { bytes, x, width, height } = picture;
    doc.image(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), x, y, { width, height });
    return;
  }
  doc.fontSize(size).fillColor(tint);
  for (const { font, text, x, isRtl, stretch } of runs) {
    selectFont(doc, font);
    doc.text(text, x, y, {
      lineBreak: false,
      baseline: "alphabetic",
      // With named features pdfkit shapes the whole run at once, which keeps right-to-left order.
      ...(isRtl ? { features: ["kern"] } : stretch ? { wordSpacing: stretch } : {}),
    });
  }
  const [first] = runs;
  const last = runs.at(-1);
  if (goTo && first && last) doc.goTo(first.x, y - size, last.x + last.width - first.x, size * 1.3, goTo);
}
