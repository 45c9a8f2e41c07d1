import { hyphenateSync } from "hyphen/en-gb";
import { LRUCache } from "lru-cache";
import PDFDocument from "pdfkit";
import type { FontFace, FontFiles } from "./fonts.server";

/** Some letters of one file of the face, on a line. */
type PdfPiece = { font: string; text: string; x: number; width: number; isRtl: boolean; stretch: number };
/** A line where it stands, with what it is for a reader by ear; `part` is the same for the lines of one paragraph. */
type PdfLine = {
  pieces: readonly PdfPiece[];
  y: number;
  size: number;
  tint: string;
  role: "H1" | "H2" | "H3" | "P" | "BlockQuote" | "Note" | "Figure" | "Artifact";
  part: number;
  goTo?: string;
  /** Its upper edge is at `y`; the words are for those who do not see it. */
  picture?: { bytes: Uint8Array; x: number; width: number; height: number; text: string };
};
type PdfSheet = {
  /** It is written last and comes first. */
  isFront: boolean;
  lines: readonly PdfLine[];
  /** Lines to write on. */
  rules: readonly { x: number; y: number; width: number }[];
  /** What links lead to. */
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
type Placer = { applyAnchor(mark: { markAnchor: unknown }, base: unknown, at: number): void };
type OpenFont = {
  hasGlyphForCodePoint(point: number): boolean;
  _layoutEngine: { engine: { GPOSProcessor?: Placer | null } | null };
};
/** What pdfkit has and its types leave out. */
type Inside = {
  _font: { font: OpenFont };
  _root: { data: { Pages: { data: { Kids: Ref[] } }; PageLabels?: unknown } };
  outline: { children: Ref[] };
};
const inside = (doc: PDFKit.PDFDocument) => doc as unknown as Inside;

const guarded = new WeakSet<Placer>();

/**
 * Takes a file of the face for what is written next. Where the face does not say how a mark sits on a letter, fontkit would
 * fail; the mark then stays where it falls.
 */
function takeFont(doc: PDFKit.PDFDocument, name: string): OpenFont {
  const { font } = inside(doc.font(name))._font;
  const placer = font._layoutEngine.engine?.GPOSProcessor;
  if (placer && !guarded.has(placer)) {
    guarded.add(placer);
    const place = placer.applyAnchor.bind(placer);
    placer.applyAnchor = (mark, base, at) => {
      if (base && mark.markAnchor) place(mark, base, at);
    };
  }
  return font;
}

const emptyDocument = (options: PDFKit.PDFDocumentOptions) =>
  // Without a first font, pdfkit would look for the measures of Helvetica among its own files.
  new PDFDocument({ ...options, font: null as unknown as string, autoFirstPage: false, margin: 0 });

export type Measure = {
  /** How wide a text is at a size, in points. */
  width(font: string, text: string, size: number): number;
  /** The file of the face that has a letter; undefined where there is none. */
  fontFor(style: FontFace, letter: string): string | undefined;
};

/** Measures letters of the face. */
export function createMeasure(faces: FontFiles): Measure {
  const doc = emptyDocument({});
  for (const [name, bytes] of Object.entries(faces)) doc.registerFont(name, Buffer.from(bytes));
  const found = new Map<string, string | undefined>();
  const widths = new LRUCache<string, number>({ max: 50_000 });
  return {
    width(font, text, size) {
      const key = `${font}|${text}`;
      let unit = widths.get(key);
      if (unit === undefined) {
        takeFont(doc, font);
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
          Object.keys(faces).find(
            (name) =>
              name.startsWith(style) && takeFont(doc, name).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
          ),
        );
      return found.get(key);
    },
  };
}

/** Where an English word may be parted. */
export const hyphenate = (word: string): string[] => hyphenateSync(word).split("\u00ad");

/**
 * A book as a PDF: with its fonts, tagged, with an outline and links. A page leaves the memory when the next begins; those
 * that come first may be written last, when it is known where the others are.
 */
export async function* writePdf(book: PdfBook, faces: FontFiles): AsyncGenerator<Uint8Array> {
  const doc = emptyDocument({
    size: [book.width, book.height],
    lang: book.language,
    tagged: true,
    displayTitle: true,
    pdfVersion: "1.7",
    info: { Title: book.title, ...(book.author && { Author: book.author }) },
  });
  for (const [name, bytes] of Object.entries(faces)) doc.registerFont(name, Buffer.from(bytes));
  const root = doc.struct("Document");
  doc.addStructure(root);
  const front = doc.struct("Part");
  root.add(front);
  let section = doc.struct("Sect");
  root.add(section);
  const levels = [doc.outline];
  const heads = inside(doc).outline.children;
  const pages = inside(doc)._root.data.Pages.data.Kids;
  let inFront = 0;
  let headsInFront = 0;
  let part = -1;
  let held: PDFKit.PDFStructureElement | undefined;
  for await (const sheet of book.sheets) {
    doc.addPage();
    const page = pages.pop();
    if (page) pages.splice(sheet.isFront ? inFront++ : pages.length, 0, page);
    for (const { name, y } of sheet.anchors) doc.addNamedDestination(name, "XYZ", 0, y, null);
    for (const { title, depth } of sheet.outline) {
      levels[depth + 1] = (levels[depth] ?? doc.outline).addItem(title);
      if (depth > 0) continue;
      if (sheet.isFront) heads.splice(headsInFront++, 0, ...heads.splice(-1));
      else {
        held?.end();
        part = -1;
        section.end();
        root.add((section = doc.struct("Sect")));
      }
    }
    for (const line of sheet.lines) {
      if (line.role === "Artifact") doc.markContent("Artifact", { type: "Pagination" });
      else {
        if (line.part !== part) {
          held?.end();
          held = doc.struct(line.role, line.picture?.text ? { alt: line.picture.text } : {});
          (sheet.isFront ? front : section).add(held);
          part = line.part;
        }
        held?.add(doc.markStructureContent(line.role));
      }
      drawLine(doc, line);
      doc.endMarkedContent();
    }
    for (const rule of sheet.rules) drawRule(doc, rule);
    for (let chunk = doc.read() as Uint8Array | null; chunk; chunk = doc.read() as Uint8Array | null)
      yield chunk;
  }
  held?.end();
  root.end();
  inside(doc)._root.data.PageLabels = { Nums: [0, { S: "r" }, inFront, { S: "D" }] };
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

function drawLine(doc: PDFKit.PDFDocument, { pieces, y, size, tint, goTo, picture }: PdfLine): void {
  if (picture) {
    const { bytes, x, width, height } = picture;
    doc.image(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), x, y, { width, height });
    return;
  }
  doc.fontSize(size).fillColor(tint);
  for (const { font, text, x, isRtl, stretch } of pieces) {
    takeFont(doc, font);
    doc.text(text, x, y, {
      lineBreak: false,
      baseline: "alphabetic",
      // Named features make pdfkit set the whole run at once, so that its words stand in their own direction.
      ...(isRtl ? { features: ["kern"] } : stretch ? { wordSpacing: stretch } : {}),
    });
  }
  const [first] = pieces;
  const last = pieces.at(-1);
  if (goTo && first && last) doc.goTo(first.x, y - size, last.x + last.width - first.x, size * 1.3, goTo);
}
