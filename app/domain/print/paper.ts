import { t } from "~/i18n/t";

export const PAPERS = ["a5", "a4", "letter", "6x9"] as const;
export type PaperSize = (typeof PAPERS)[number];

const MM = 72 / 25.4;

/** A page in points: its size, its margins (the inner one is by the spine), and the size of its text. */
export type PageForm = {
  width: number;
  height: number;
  inner: number;
  outer: number;
  top: number;
  foot: number;
  text: number;
};

type Sides = { inner: number; outer: number };

const form = (width: number, height: number, text: number, sides: Sides): PageForm => ({
  width,
  height,
  inner: width * sides.inner,
  outer: width * sides.outer,
  top: height * 0.115,
  foot: height * 0.13,
  text,
});

const SMALL = { inner: 0.115, outer: 0.235 };
const LARGE = { inner: 0.15, outer: 0.26 };

/** The outer margin has room for the day's name, and a line keeps a length that is easy to read. */
export const PAGE_FORMS: Record<PaperSize, PageForm> = {
  a5: form(148 * MM, 210 * MM, 10.5, SMALL),
  a4: form(210 * MM, 297 * MM, 12, LARGE),
  letter: form(612, 792, 12, LARGE),
  "6x9": form(432, 648, 10.75, SMALL),
};

/** The small page of a booklet: half of the sheet that it is printed on. */
export const foldedForm = (paper: PaperSize): PageForm =>
  paper === "letter" ? form(396, 612, 10.5, SMALL) : form(148.5 * MM, 210 * MM, 10.5, SMALL);

/** The same page for sheets that have nothing in the margin. */
export function evenSided(page: PageForm): PageForm {
  const side = (page.inner + page.outer) * 0.42;
  return { ...page, inner: side, outer: side };
}

/** The same page for much on few sheets: small type on long lines. */
export const smallTyped = (page: PageForm): PageForm => ({
  ...page,
  text: page.text * 0.78,
  inner: page.width * 0.125,
  outer: page.width * 0.125,
});

export const PAPER_NAMES: Record<PaperSize, string> = {
  a5: t("A5"),
  a4: t("A4"),
  letter: t("Letter"),
  "6x9": t("6 × 9 inches"),
};
