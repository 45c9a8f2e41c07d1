import type { BlockStyle } from "./block";
import type { Cut, LineForm } from "./lines";

/** What a line is for those who read by ear. */
export type Role = "H1" | "H2" | "H3" | "P" | "BlockQuote" | "Note" | "Figure" | "Artifact";

export type Style = {
  cut: Cut;
  /** As a part of the text's size. */
  size: number;
  /** The room above, in lines. */
  before: number;
  /** How far it is set in at both sides, and its first line more, in parts of the text's size. */
  indent: number;
  first?: number;
  align: LineForm["align"];
  role: Role;
  tint: string;
  /** It does not stand at the foot of a page, apart from what it belongs to. */
  keeps?: true;
  /** It may be divided, but its end does not stand apart from what comes after it. */
  leads?: true;
};

export const INK = "#1d1b18";
export const SOFT = "#655f55";
/** @internal Exported for tests. */
export const RUBRIC = "#8a3324";

const base: Style = {
  cut: "upright",
  size: 1,
  before: 0.35,
  indent: 0,
  align: "justified",
  role: "P",
  tint: INK,
};
const heading: Style = { ...base, align: "left", keeps: true };
const quiet: Style = { ...base, cut: "italic", size: 0.94, align: "left", tint: SOFT };

/** How each kind of paragraph is set. */
export const STYLES: Record<BlockStyle, Style> = {
  chapter: { ...heading, size: 2.1, before: 4.6, align: "centre", role: "H1" },
  span: { ...quiet, size: 1.02, before: 0.3, align: "centre", keeps: true },
  month: { ...heading, cut: "italic", size: 1.3, before: 2.6, align: "centre", role: "H2" },
  date: { ...heading, size: 1.15, before: 1.9, role: "H2", tint: RUBRIC },
  kind: { ...quiet, before: 0.25, keeps: true },
  title: { ...heading, cut: "bold", before: 0.35, role: "H3" },
  heading: { ...heading, cut: "bold", size: 0.96, before: 0.7, role: "H3" },
  verse: { ...base, cut: "italic", size: 0.96, before: 0.55, indent: 1.4, role: "BlockQuote", leads: true },
  source: { ...quiet, cut: "upright", size: 0.84, before: 0.15, indent: 1.4, align: "right" },
  question: { ...quiet, before: 0.7, keeps: true },
  text: base,
  more: { ...base, before: 0, first: 1.3 },
  item: { ...base, before: 0.12, indent: 1.4, align: "left" },
  quote: { ...base, size: 0.96, indent: 1.4, role: "BlockQuote" },
  rule: { ...base, before: 0.4, align: "centre", tint: SOFT },
  picture: { ...quiet, size: 0.88, before: 0.8, align: "centre" },
  note: { ...quiet, cut: "upright", before: 0.5 },
};
