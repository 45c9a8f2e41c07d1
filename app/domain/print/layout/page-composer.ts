import { plainWords, type Block } from "~/domain/print/print-task";
import { breakLines } from "./break-lines";
import { BLOCK_STYLES, MUTED_INK, type LaidOutLine, type TextStyle } from "./layout-line";
import { leftMargin, PageFlow, shiftLine } from "./page-flow";

type Size = { width: number; height: number };
type Held = { block: Block; lines: LaidOutLine[]; style: TextStyle; picture?: Size };

/** The most of a page's height that a picture takes, and how many of its pixels make an inch at least. */
const PICTURE = { height: 0.58, pixels: 110 };

/** How high a line to write on is, in lines of text, and how many of them stay with what they answer. */
const LINE_TO_WRITE = 1.4;
const KEPT_LINES = 4;

/** The most that is held back for what it belongs to. */
const MOST_HELD = 8;
/** What the outline of a book leads to. */
const DEPTHS: Partial<Record<Block["style"], number>> = { chapter: 0, month: 1 };

/** Paragraphs on pages: no line of one stands alone at the head or the foot of a page. */
export class PageComposer extends PageFlow {
  /** Pages whose paragraphs need a sign that the face does not have. */
  readonly missing = new Set<number>();
  #held: Held[] = [];
  #noteEnds = { page: 0, y: 0 };

  /** Sets a paragraph. A heading waits for what it belongs to. */
  add(block: Block): void {
    const style = BLOCK_STYLES[block.style];
    if (block.style === "chapter") this.open(plainWords(block.text));
    const { text } = this.form;
    const indent = style.indent * text;
    const size = text * style.size;
    const form = { ...style, size, width: this.width - 2 * indent, first: (style.first ?? 0) * text };
    const missing = () => void this.missing.add(this.count);
    const lines = breakLines(block.text, form, this.letters, missing).map((line) => shiftLine(line, indent));
    if (block.mark) {
      const [mark] = breakLines(block.mark, { ...form, first: 0 }, this.letters, missing);
      if (mark) lines[0]?.pieces.unshift(...mark.pieces);
    }
    const picture = block.picture && this.#sizeOf(block.picture);
    if (lines.length === 0 && !picture) return;
    this.#held.push({ block, lines, style, ...(picture && { picture }) });
    if (!(style.keeps || style.leads) || this.#held.length > MOST_HELD) this.flush();
  }

  protected override flush(): void {
    const held = this.#held;
    this.#held = [];
    const last = held.at(-1);
    if (!last) return;
    if (this.count === 0) this.turn();
    const whole = ({ style, lines }: Held) => (style.leads ? Math.min(2, lines.length) : lines.length);
    const above = held.slice(0, -1).reduce((sum, each) => sum + this.#height(each, whole(each)), 0);
    const isWhole = last.picture || last.lines.length <= 3;
    const toWrite = Math.min(last.block.lines ?? 0, KEPT_LINES) * this.leading * LINE_TO_WRITE;
    const atLeast = above + this.#height(last, isWhole ? Math.min(6, last.lines.length) : 2) + toWrite;
    if (this.y > this.form.top && this.y + atLeast > this.bottom) this.turn();
    for (const [at, each] of held.entries()) {
      const next = held[at + 1];
      const after = each.style.leads && next ? this.#height(next, next.lines.length) : 0;
      this.#set(each, Math.ceil(after / this.#step(each.style)));
    }
  }

  #step({ size }: TextStyle): number {
    return this.leading * Math.max(1, size);
  }

  #height({ style, picture }: Held, lines: number): number {
    const above = picture ? picture.height + this.leading * 0.5 : 0;
    return style.before * this.leading + above + lines * this.#step(style);
  }

  /** As large as it fits, but not so large that its pixels would be seen. */
  #sizeOf({ width, height }: Size): Size {
    const most = (this.bottom - this.form.top) * PICTURE.height;
    const scale = Math.min(this.width / width, most / height, 72 / PICTURE.pixels);
    return { width: width * scale, height: height * scale };
  }

  /** `after` is how many lines what comes next takes, where the end of this one stays with it. */
  #set({ block, lines, style, picture }: Held, after: number): void {
    const step = this.#step(style);
    const part = this.newPart();
    if (this.y > this.form.top || style.before > 4) this.y += style.before * this.leading;
    if (block.picture && picture) {
      const x = leftMargin(this.count, this.form) + (this.width - picture.width) / 2;
      const placed = { ...picture, x, bytes: block.picture.bytes, text: plainWords(block.text) };
      const how = { size: style.size, tint: style.tint, role: "Figure", part: this.newPart() } as const;
      this.sheet.lines.push({ ...how, pieces: [], y: this.y, picture: placed });
      this.y += picture.height + this.leading * 0.5;
    }
    for (const [at, line] of lines.entries()) {
      const left = lines.length - at;
      const fits = Math.floor((this.bottom - this.y) / step + 0.01);
      // The last but one turns with it, so that the last line does not stand alone at the head of a page.
      if (fits < 1 || (left === 2 && at > 1 && fits < 2 + after)) this.turn();
      const y = this.y + step * 0.75;
      this.put(line, { y, size: this.form.text * style.size, tint: style.tint, role: style.role, part });
      if (at === 0) this.#note(block, y, this.y);
      this.y += step;
    }
    for (let line = 0; line < (block.lines ?? 0); line++) this.#lineToWriteOn();
    if (block.lines) this.y += this.leading * 0.2;
  }

  /** What leads to a paragraph, and what stands beside it. */
  #note({ style, text, anchor, margin }: Block, y: number, top: number): void {
    const depth = DEPTHS[style];
    if (anchor) this.sheet.anchors.push({ name: anchor, y: top });
    if (depth !== undefined) this.sheet.outline.push({ title: plainWords(text), depth });
    if (!margin) return;
    const { outer, width: whole } = this.form;
    const size = this.form.text * 0.78;
    const isRight = this.count % 2 === 1;
    const width = outer * 0.68;
    const align = isRight ? "left" : "right";
    const lines = breakLines(margin, { cut: "italic", size, width, align }, this.letters, () => undefined);
    const gap = outer * 0.12;
    const left = isRight ? whole - outer + gap : outer - gap - width;
    const part = this.newPart();
    const ends = this.#noteEnds;
    const from = ends.page === this.count ? Math.max(y, ends.y) : y;
    for (const [at, line] of lines.entries())
      this.put(line, { y: from + at * size * 1.25, size, tint: MUTED_INK, role: "Note", part }, left);
    this.#noteEnds = { page: this.count, y: from + (lines.length + 0.5) * size * 1.25 };
  }

  #lineToWriteOn(): void {
    const step = this.leading * LINE_TO_WRITE;
    if (this.y + step > this.bottom) this.turn();
    this.y += step;
    this.sheet.rules.push({ x: leftMargin(this.count, this.form), y: this.y, width: this.width });
  }
}
