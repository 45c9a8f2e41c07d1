import { segmentEnd } from "~/domain/journal/entries/content";
import { t } from "~/i18n/t";

export const GIFT_GROUPS = ["people", "creation", "body", "work", "prayer", "home", "other"] as const;
export type GiftGroup = (typeof GIFT_GROUPS)[number];

const GIFT_GROUP_NAMES: Record<GiftGroup, string> = {
  people: "People",
  creation: "Creation",
  body: t("Body and rest"),
  work: t("Work and learning"),
  prayer: t("Prayer and Scripture"),
  home: t("Home and small things"),
  other: t("More"),
};

/** Verbatim text of an entry. */
export type Quotation = { entryId: string; text: string };

export type InsightThread = {
  name: string;
  /** A sentence by the model; absent in a rule-based insight. */
  note?: string;
  quotations: Quotation[];
};

/** A weekly review in the member's own words, stored encrypted. It never contains how much was written. */
export type InsightContent = {
  mornings: number;
  evenings: number;
  others: number;
  /** References of the prayed passages. */
  passages: string[];
  kept: Quotation[];
  gifts: { group: GiftGroup; quotations: Quotation[] }[];
  threads: InsightThread[];
  consolation: Quotation[];
  desolation: Quotation[];
  question: string;
  /** A reference; its text comes from the built-in Bible. */
  passage: string;
  prayer: string;
};

export const ENGINES = ["rules", "model"] as const;
export type Engine = (typeof ENGINES)[number];

export const FEEDBACK = ["true", "not_quite", "wrong"] as const;
export type Feedback = (typeof FEEDBACK)[number];
export const FEEDBACK_LABELS: Record<Feedback, string> = {
  true: t("True"),
  not_quite: t("Not quite"),
  wrong: t("Wrong"),
};

/** Minimum entries of a review with more than counts. */
export const MIN_ENTRIES = 3;

/** An entry as the rules and the model read it: its texts by form field. */
export type SourceEntry = {
  id: string;
  forDate: string;
  slot: "morning" | "evening" | "none";
  passageRef: string;
  texts: { key: string; text: string }[];
};

/** Collapses whitespace, so that a quotation is a substring of one line. */
export const collapseWhitespace = (text: string): string => text.replace(/\s+/g, " ").trim();

type Quoted = Pick<InsightContent, "kept" | "gifts" | "threads" | "consolation" | "desolation">;

/** All quotations, in page order. */
export const allQuotations = ({ kept, gifts, threads, consolation, desolation }: Quoted): Quotation[] => [
  ...kept,
  ...[...gifts, ...threads].flatMap(({ quotations }) => quotations),
  ...consolation,
  ...desolation,
];

/**
 * Filters the quotations, in page order. Groups of gifts and threads without a remaining quotation are
 * dropped.
 */
export function filterQuotations<Content extends Quoted>(
  content: Content,
  filter: (quotation: Quotation) => boolean,
): Content {
  const parts = <Part extends { quotations: Quotation[] }>(list: readonly Part[]) =>
    list
      .map((part) => ({ ...part, quotations: part.quotations.filter(filter) }))
      .filter(({ quotations }) => quotations.length > 0);
  return {
    ...content,
    kept: content.kept.filter(filter),
    gifts: parts(content.gifts),
    threads: parts(content.threads),
    consolation: content.consolation.filter(filter),
    desolation: content.desolation.filter(filter),
  };
}

/** Id of a line on its page: the FNV-1a hash (32 bits) of its text. */
export function lineId(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Finds a line by its id; the question is a line without an entry. */
export function findLine(
  content: Quoted & Pick<InsightContent, "question">,
  id: string,
): { text: string; entryId?: string } | undefined {
  const lines = [...allQuotations(content), { text: content.question }];
  return lines.find(({ text }) => text !== "" && lineId(text) === id);
}

/** "a, b and c"; with a comma before "and" if an item contains "and" itself: "work and rest, and b". */
function joinNames(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  const last = items.some((item) => item.includes(" and ")) ? ", and " : " and ";
  return `${items.slice(0, -1).join(", ")}${last}${items.at(-1)}`;
}

/** Maximum length of a summary: an imported insight can have many long names. */
const MAX_SUMMARY_CHARACTERS = 400;

/** An insight in one sentence, for the dashboard and the list. It never says how much was written. */
export function summarizeInsight({ threads, kept }: Pick<InsightContent, "threads" | "kept">): string {
  const names = threads.map(({ name }) =>
    name.startsWith("“") ? name : name.charAt(0).toLowerCase() + name.slice(1),
  );
  const word = kept.at(-1)?.text;
  const summary =
    names.length > 0
      ? t("What came back: {names}.", { names: joinNames(names) })
      : word
        ? t("A word that stayed: “{word}”.", { word: word.replace(/[.\s]+$/, "") })
        : t("Lines of your week.");
  if (summary.length <= MAX_SUMMARY_CHARACTERS) return summary;
  return `${summary.slice(0, segmentEnd(summary, 0, MAX_SUMMARY_CHARACTERS)).trimEnd()}…`;
}

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

/** Selects the lines of a section to show: MAX_SHOWN lines with the most themes, in their original order. */
function selectLines(lines: readonly Found[]): Found[] {
  const ranked = [...lines].sort((a, b) => b.themes.length - a.themes.length).slice(0, MAX_SHOWN);
  return lines.filter((line) => ranked.includes(line));
}

/** Arranges a review as one page: a few lines of each section, and the remaining lines as `rest`. */
export function arrangeLines(content: InsightContent): InsightLines {
  const lines = mergeLines(content);
  const of = (section: Section) => selectLines(lines.filter((line) => line.section === section));
  const shown = { kept: of("kept"), nearer: of("nearer"), further: of("further"), gifts: of("gifts") };
  const sections = Object.values(shown).flat();
  // When the other sections have few lines, threads fill the page.
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
