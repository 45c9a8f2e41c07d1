import type { Words } from "~/domain/print/block";
import type { PageForm } from "~/domain/print/paper";
import { breakLines, type FontStyle, type GlyphMetrics, type LineFormat } from "./lines";
import { INK, SOFT, type LaidOutLine, type Role } from "./set-line";
import { closeSheet, leftOf, shifted, type Book, type PlacedLine, type Sheet } from "./sheet";

type Row = { size?: number; goTo?: string; note?: string };
type Placing = Pick<LineFormat, "cut" | "size" | "align"> & { role?: Role; tint?: string };

/** Pages that are filled from above, one after the other; a finished one is given away, and leaves the memory. */
export class PageFlow {
  #sheets: Sheet[] = [];
  #count = 0;
  #part = 0;
  protected y = 0;
  protected head: string | null = null;

  constructor(
    readonly form: PageForm,
    readonly letters: GlyphMetrics,
    readonly of: Book,
  ) {}

  protected get leading(): number {
    return this.form.text * 1.42;
  }
  protected get width(): number {
    return this.form.width - this.form.inner - this.form.outer;
  }
  protected get bottom(): number {
    return this.form.height - this.form.foot;
  }
  protected get sheet(): Sheet {
    return this.#sheets.at(-1) ?? this.turn();
  }
  protected newPart(): number {
    return ++this.#part;
  }

  /** How many pages there are so far. */
  get count(): number {
    return this.#count;
  }

  /** A fresh page, with nothing above its first line. */
  open(head: string | null): void {
    this.flush();
    this.head = head;
    this.turn().head = null;
  }

  /** Some empty lines. */
  space(lines: number): void {
    this.flush();
    this.y += lines * this.leading;
  }

  /** A line of a list that leads to a place: words on the left, numbers on the right. */
  row(words: Words, right: string, { size = 1, goTo, note }: Row = {}): void {
    this.flush();
    const points = this.form.text * size;
    const set = (text: Words, align: LineFormat["align"], width: number, cut: FontStyle = "upright") =>
      breakLines(text, { cut, size: points, width, align }, this.letters, () => undefined);
    const lines = set(words, "left", this.width * 0.6);
    const numbers = set(right, "right", this.width * 0.36).map((line) => shifted(line, this.width * 0.64));
    const notes = note ? set(note, "left", this.width * 0.72, "italic") : [];
    const step = this.leading * size;
    const height = Math.max(lines.length + notes.length, numbers.length);
    if (this.y + height * step > this.bottom) this.turn();
    const part = this.newPart();
    const how = { size: points, role: "P" as const, part, ...(goTo && { goTo }) };
    for (let at = 0; at < height; at++) {
      const line = lines[at] ?? notes[at - lines.length];
      const pieces = [...(line?.pieces ?? []), ...(numbers[at]?.pieces ?? [])];
      const tint = at < lines.length ? INK : SOFT;
      this.put({ pieces, width: this.width }, { ...how, tint, y: this.y + (at + 0.75) * step });
    }
    this.y += step * (height + (note ? 0.45 : 0.1));
  }

  /** Lines at a height of their own, as on a title page. @returns where they end */
  place(words: string, y: number, { cut, size, align, role = "P", tint = INK }: Placing): number {
    const lines = breakLines(words, { cut, size, align, width: this.width }, this.letters, () => undefined);
    const part = this.newPart();
    const shown = lines.slice(0, 6);
    for (const [at, line] of shown.entries())
      this.put(line, { y: y + at * size * 1.3, size, tint, role, part });
    return y + shown.length * size * 1.3;
  }

  /** What is finished: all pages but the one that is being set. */
  *ready(): Generator<Sheet> {
    while (this.#sheets.length > 1) yield* this.#give();
  }

  /** What is not given away yet, with everything that was held back. */
  unfinished(): readonly Sheet[] {
    this.flush();
    return this.#sheets;
  }

  /** The rest. */
  *end(): Generator<Sheet> {
    this.flush();
    while (this.#sheets.length > 0) yield* this.#give();
  }

  *#give(): Generator<Sheet> {
    const sheet = this.#sheets.shift();
    if (sheet) yield closeSheet(sheet, this.form, this.letters, this.of);
  }

  /** Sets what was held back. */
  protected flush(): void {}

  protected turn(): Sheet {
    const sheet: Sheet = {
      number: ++this.#count,
      isFront: this.of.isFront ?? false,
      lines: [],
      rules: [],
      anchors: [],
      outline: [],
      head: this.head,
    };
    this.#sheets.push(sheet);
    this.y = this.form.top;
    return sheet;
  }

  protected put(
    line: LaidOutLine,
    how: Omit<PlacedLine, "pieces">,
    left = leftOf(this.#count, this.form),
  ): void {
    this.sheet.lines.push({ ...how, pieces: shifted(line, left).pieces });
  }
}
