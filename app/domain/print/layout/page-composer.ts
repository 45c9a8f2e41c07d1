import { DEFAULT_LINE_HEIGHT, plainWords, type Block } from "~/domain/print/print-task";
import { BLOCK_STYLES, breakLines, MUTED_INK, type LaidOutLine, type TextStyle } from "./line-layout";
import { leftMargin, PageFlow, shiftLine } from "./page-flow";

type Size = { width: number; height: number };
type PendingBlock = { block: Block; lines: LaidOutLine[]; style: TextStyle; picture?: Size };

/** Maximum part of the page height, and minimum resolution in pixels per inch. */
const PICTURE = { height: 0.58, pixels: 110 };

/** Height of a line to write on, relative to the type size: by default, and the minimum when space is short. */
const WRITING_LINE_HEIGHT = 1.4 * DEFAULT_LINE_HEIGHT;
const MIN_WRITING_LINE_HEIGHT = 1.2 * DEFAULT_LINE_HEIGHT;
/** Minimum number of lines to write on that are kept on the same page as their question. */
const MIN_WRITING_LINES = 4;

/** Minimum number of text lines that remain of a verse when it is cut. */
const MIN_VERSE_LINES = 2;

/**
 * Fraction of its share that must be free on the current page for a part to start there. Less than 1, because the heading
 * uses space of the page's first part.
 */
const MIN_SHARE = 0.8;

/** Maximum number of pending blocks. One more causes all to be placed, even if the last one belongs to the next block. */
const MAX_PENDING = 8;
/** Depth in the PDF outline. */
const DEPTHS: Partial<Record<Block["style"], number>> = { chapter: 0, month: 1 };

/** Paginates blocks without widows and orphans, and keeps headings with their text. */
export class PageComposer extends PageFlow {
  /** Pages with characters that the fonts lack. */
  readonly missing = new Set<number>();
  #pending: PendingBlock[] = [];
  #noteEnds = { page: 0, y: 0 };

  /** Adds a block. A block that belongs to the next one stays pending. */
  add(block: Block): void {
    if (block.style === "chapter") this.open(plainWords(block.text));
    const prepared = this.#prepare(block);
    if (prepared.lines.length === 0 && !prepared.picture) return;
    this.#pending.push(prepared);
    const { style } = prepared;
    if (!(style.keeps || style.leads) || this.#pending.length > MAX_PENDING) this.flush();
  }

  /**
   * Adds blocks that fill a share of the page. If the lines to write on would not fit, it shortens verses; if space is left,
   * it adds lines to write on and spreads them to the end of the share.
   */
  addFilling(blocks: readonly Block[], share: number): void {
    this.flush();
    const page = (this.bottom - this.form.top) * share;
    if (this.count === 0 || this.bottom - this.y < page * MIN_SHARE) this.turn();
    // The last part of a page fills all the space that is left.
    const end = this.bottom - this.y < page * (1 + MIN_SHARE) ? this.bottom : this.y + page;
    const asking = blocks.filter(({ lines }) => lines !== undefined).length;
    const minStep = this.form.text * MIN_WRITING_LINE_HEIGHT;
    const prepared = blocks.map((block) => this.#prepare(block));
    const textHeight = () =>
      prepared.reduce(
        (sum, each) =>
          sum + this.#height(each, each.lines.length) + (each.block.lines ? this.leading * 0.2 : 0),
        0,
      );
    const writingHeight = blocks.reduce((sum, { lines = 0 }) => sum + lines * minStep, 0);
    for (const [at, each] of prepared.entries()) {
      const excess = textHeight() + writingHeight - (end - this.y);
      if (each.block.style !== "verse" || excess <= 0) continue;
      const fitting = each.lines.length - Math.ceil(excess / this.#step(each.style));
      prepared[at] = this.#shorten(each, Math.max(MIN_VERSE_LINES, fitting));
    }
    const room = Math.max(0, end - this.y - textHeight()) / Math.max(1, asking);
    const roomy = Math.floor(room / (this.form.text * WRITING_LINE_HEIGHT));
    const tight = Math.floor(room / minStep);
    for (const each of prepared) {
      const { lines } = each.block;
      const count = lines === undefined ? undefined : Math.max(1, roomy, Math.min(lines, tight));
      const block = { ...each.block, ...(count !== undefined && { lines: count }) };
      this.#set({ ...each, block }, 0, count && room / count);
    }
    this.y = Math.max(this.y, end);
  }

  #prepare(block: Block): PendingBlock {
    const style = BLOCK_STYLES[block.style];
    const { text, ragged } = this.form;
    const indent = style.indent * text;
    const size = text * style.size;
    const align = ragged && style.align === "justified" ? "left" : style.align;
    const form = { ...style, align, size, width: this.width - 2 * indent, first: (style.first ?? 0) * text };
    const missing = () => void this.missing.add(this.count);
    const words = style.caps ? plainWords(block.text).toUpperCase() : block.text;
    const lines = this.breakBalanced(words, form, missing).map((line) => shiftLine(line, indent));
    if (block.mark) {
      const [mark] = breakLines(block.mark, { ...form, first: 0 }, this.letters, missing);
      if (mark) lines[0]?.runs.unshift(...mark.runs);
    }
    const picture = block.picture && this.#sizeOf(block.picture);
    return { block, lines, style, ...(picture && { picture }) };
  }

  /** Cuts the text of a block to this many lines, at a word, or at the end of a line of poetry. */
  #shorten(pending: PendingBlock, lines: number): PendingBlock {
    const words = plainWords(pending.block.text).split(/(?<=\s)/);
    // Begins with twice the average number of words, because the first lines can have more words than the others.
    let count = Math.min(words.length, Math.ceil((2 * words.length * lines) / pending.lines.length));
    for (; count > 0; count--) {
      const isLineEnd = words[count - 1]?.endsWith("\n") ?? false;
      const opening = words.slice(0, count).join("").trimEnd();
      const whole = isLineEnd ? opening : opening.replace(/\n.*$/, "");
      const text = `${whole.replace(/[,;:.]$/, "")} …`;
      const cut = this.#prepare({ ...pending.block, text });
      if (cut.lines.length <= lines) return cut;
    }
    return pending;
  }

  protected override flush(): void {
    const pending = this.#pending;
    this.#pending = [];
    const last = pending.at(-1);
    if (!last) return;
    if (this.count === 0) this.turn();
    const minLines = ({ style, lines }: PendingBlock) =>
      style.leads ? Math.min(2, lines.length) : lines.length;
    const above = pending.slice(0, -1).reduce((sum, each) => sum + this.#height(each, minLines(each)), 0);
    const isWhole = last.picture || last.lines.length <= 3;
    const writingHeight =
      Math.min(last.block.lines ?? 0, MIN_WRITING_LINES) * this.form.text * WRITING_LINE_HEIGHT;
    const minHeight =
      above + this.#height(last, isWhole ? Math.min(6, last.lines.length) : 2) + writingHeight;
    if (this.y > this.form.top && this.y + minHeight > this.bottom) this.turn();
    for (const [at, each] of pending.entries()) {
      const next = pending[at + 1];
      const after = each.style.leads && next ? this.#height(next, next.lines.length) : 0;
      this.#set(each, Math.ceil(after / this.#step(each.style)));
    }
  }

  #step({ size }: TextStyle): number {
    return this.leading * Math.max(1, size);
  }

  #height({ style, picture }: PendingBlock, lines: number): number {
    const above = picture ? picture.height + this.leading * 0.5 : 0;
    return style.before * this.leading + above + lines * this.#step(style);
  }

  /** Scales a picture to the page, within its resolution. */
  #sizeOf({ width, height }: Size): Size {
    const maxHeight = (this.bottom - this.form.top) * PICTURE.height;
    const scale = Math.min(this.width / width, maxHeight / height, 72 / PICTURE.pixels);
    return { width: width * scale, height: height * scale };
  }

  /** `after`: lines of the next block that must fit on the page where this block ends. */
  #set(
    { block, lines, style, picture }: PendingBlock,
    after: number,
    writingStep = this.form.text * WRITING_LINE_HEIGHT,
  ): void {
    const step = this.#step(style);
    const part = this.newPart();
    if (this.y > this.form.top || style.before > 4) this.y += style.before * this.leading;
    if (block.picture && picture) {
      const x = leftMargin(this.count, this.form) + (this.width - picture.width) / 2;
      const placed = { ...picture, x, bytes: block.picture.bytes, text: plainWords(block.text) };
      const options = { size: style.size, tint: style.tint, role: "Figure", part: this.newPart() } as const;
      this.sheet.lines.push({ ...options, runs: [], y: this.y, picture: placed });
      this.y += picture.height + this.leading * 0.5;
    }
    for (const [at, line] of lines.entries()) {
      const remaining = lines.length - at;
      const fits = Math.floor((this.bottom - this.y) / step + 0.01);
      // The last two lines move together, so that no widow is left at the head of a page.
      if (fits < 1 || (remaining === 2 && at > 1 && fits < 2 + after)) this.turn();
      const y = this.y + step * 0.75;
      this.put(line, { y, size: this.form.text * style.size, tint: style.tint, role: style.role, part });
      if (at === 0) this.#note(block, y, this.y);
      this.y += step;
    }
    for (let line = 0; line < (block.lines ?? 0); line++) this.#addWritingLine(writingStep);
    if (block.lines) this.y += this.leading * 0.2;
  }

  /** Adds the anchor, the outline entry and the margin note of a block. */
  #note({ style, text, anchor, margin }: Block, y: number, top: number): void {
    const depth = DEPTHS[style];
    if (anchor) this.sheet.anchors.push({ name: anchor, y: top });
    if (depth !== undefined) this.sheet.outline.push({ title: plainWords(text), depth });
    if (!margin) return;
    const { outer, width: pageWidth } = this.form;
    const size = this.form.text * 0.78;
    const isRight = this.count % 2 === 1;
    const width = outer * 0.68;
    const align = isRight ? "left" : "right";
    const lines = breakLines(margin, { cut: "italic", size, width, align }, this.letters, () => undefined);
    const gap = outer * 0.12;
    const left = isRight ? pageWidth - outer + gap : outer - gap - width;
    const part = this.newPart();
    const ends = this.#noteEnds;
    const from = ends.page === this.count ? Math.max(y, ends.y) : y;
    const step = size * 0.88 * this.form.lineHeight;
    for (const [at, line] of lines.entries())
      this.put(line, { y: from + at * step, size, tint: MUTED_INK, role: "Note", part }, left);
    this.#noteEnds = { page: this.count, y: from + (lines.length + 0.5) * step };
  }

  #addWritingLine(step: number): void {
    if (this.y + step > this.bottom + 0.01) this.turn();
    this.y += step;
    this.sheet.rules.push({ x: leftMargin(this.count, this.form), y: this.y, width: this.width });
  }
}
