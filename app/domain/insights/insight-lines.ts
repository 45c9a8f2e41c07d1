import { t } from "~/i18n/t";
import { GIFT_GROUP_NAMES, lineId, type InsightContent, type Quotation } from "./insight";

/** A quoted line with the themes that it was found under. */
export type InsightLine = Quotation & {
  themes: string[];
  /** The ids of all quotations that the line stands for; the first is its own. */
  parts: string[];
};

type Section = "kept" | "nearer" | "further" | "gifts" | "others";

/** The lines of a review, each once. `rest` holds the lines that a page folds. */
export type InsightLines = Record<Section | "rest", InsightLine[]>;

const MAX_SHOWN = 2;
const SECTION_NAMES: Record<Section, string> = {
  kept: t("kept word"),
  nearer: t("nearer to God"),
  further: t("further away"),
  gifts: t("gift"),
  others: "",
};

type Candidate = Quotation & { section: Section; theme: string };
/** `key` is the text for comparison. */
type Found = InsightLine & { section: Section; key: string };

const lowercase = (name: string) =>
  /^[“"]/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);

function candidatesOf({ kept, consolation, desolation, gifts, threads }: InsightContent): Candidate[] {
  const lines = (quotations: readonly Quotation[], section: Section, theme: string) =>
    quotations.map(({ entryId, text }) => ({ entryId, text, section, theme }));
  return [
    ...lines(kept, "kept", ""),
    ...lines(consolation, "nearer", ""),
    ...lines(desolation, "further", ""),
    ...gifts.flatMap(({ group, quotations }) =>
      lines(quotations, "gifts", group === "other" ? "" : GIFT_GROUP_NAMES[group]),
    ),
    ...threads.flatMap(({ name, quotations }) => lines(quotations, "others", name)),
  ];
}

/** Whether two quotations are the same line: the same text, or one is part of the other in the same entry. */
function isSameLine(found: Found, { entryId, section }: Candidate, key: string): boolean {
  if (found.key === key) return true;
  // A kept word is a line of its own, even if the entry repeats it in a sentence.
  if (found.entryId !== entryId || found.section === "kept" || section === "kept") return false;
  return found.key.includes(key) || key.includes(found.key);
}

/** Merges the quotations of a review, so that each line appears once, in the first section that has it. */
function mergeLines(content: InsightContent): Found[] {
  const lines: Found[] = [];
  for (const candidate of candidatesOf(content)) {
    const { entryId, text, section, theme } = candidate;
    const key = text.toLowerCase();
    const known = lines.find((line) => isSameLine(line, candidate, key));
    const line = known ?? { entryId, text, key, section, themes: [], parts: [] };
    if (!known) lines.push(line);
    const isLonger = text.length > line.text.length;
    if (isLonger) Object.assign(line, { text, key });
    const id = lineId(text);
    if (!line.parts.includes(id)) line.parts = isLonger ? [id, ...line.parts] : [...line.parts, id];
    const own = section === "gifts" && line.section !== "gifts" ? [SECTION_NAMES.gifts] : [];
    for (const name of [...own, ...(theme ? [lowercase(theme)] : [])])
      if (!line.themes.includes(name)) line.themes.push(name);
  }
  return lines;
}

/** The lines of a section that a page shows: those with the most themes, in their order. */
function selectLines(lines: readonly Found[]): Found[] {
  const ranked = [...lines].sort((a, b) => b.themes.length - a.themes.length).slice(0, MAX_SHOWN);
  return lines.filter((line) => ranked.includes(line));
}

/** Arranges a review as one page: a few lines of each section, and the rest apart. */
export function arrangeLines(content: InsightContent): InsightLines {
  const lines = mergeLines(content);
  const of = (section: Section) => selectLines(lines.filter((line) => line.section === section));
  const shown = { kept: of("kept"), nearer: of("nearer"), further: of("further"), gifts: of("gifts") };
  const sections = Object.values(shown).flat();
  // Threads fill the page of a week with few other lines.
  const others = sections.length < MAX_SHOWN ? of("others") : [];
  const rest = lines.filter((line) => !sections.includes(line) && !others.includes(line));
  const plain = (list: readonly Found[]) => list.map(({ section: _, key: _key, ...line }) => line);
  return {
    kept: plain(shown.kept),
    nearer: plain(shown.nearer),
    further: plain(shown.further),
    gifts: plain(shown.gifts),
    others: plain(others),
    rest: rest.map(({ section, key: _, themes, ...line }) => ({
      ...line,
      themes: [SECTION_NAMES[section], ...themes].filter(Boolean),
    })),
  };
}
