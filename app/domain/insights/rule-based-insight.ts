import type { InsightTheme } from "~/content/schemas";
import THEMES from "~/content/themes.yaml";
import { daysBetween } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";
import {
  collapseWhitespace,
  GIFT_GROUPS,
  type GiftGroup,
  type InsightContent,
  type Quotation,
  type SourceEntry,
} from "./insight";
import { excerptAround, findThreads, listItems, quotableSentences, themeOf } from "./threads";

type Parts = {
  gifts: readonly Quotation[];
  heavy: readonly Quotation[];
  kept: readonly Quotation[];
  line: string;
};

const MAX_PER_KIND = 3;

/** Short quotations as list lines, without their full stops. */
function lines(quotations: readonly Quotation[]): string[] {
  return quotations
    .filter(({ text }) => text.length <= 90)
    .slice(0, MAX_PER_KIND)
    .map(({ text }) => `  ${text.replace(/[.;,\s]+$/, "")}`);
}

/** Composes a draft prayer of quotations and one line for the theme of the week. */
function writePrayer({ gifts, heavy, kept, line }: Parts): string {
  const [thanks, burdens] = [lines(gifts), lines(heavy)];
  const word = kept.at(-1)?.text;
  return [
    t("God of my days,"),
    thanks.length > 0
      ? ["thank you for this week:", ...thanks].join("\n")
      : t("thank you for this week as it was."),
    burdens.length > 0 ? [t("I bring you what was heavy:"), ...burdens].join("\n") : "",
    word && word.length <= 120
      ? t("The word I kept is still with me: {word}.", { word: word.replace(/[.;,\s]+$/, "") })
      : "",
    line,
    t("Amen."),
  ]
    .filter(Boolean)
    .join("\n\n");
}

export type InsightPeriod = { from: string; to: string };

/** Maximum items of each kind; higher for a season than for a week. */
export type Bounds = { gifts: number; kept: number; sides: number; threads: number };
const WEEK_BOUNDS: Bounds = { gifts: 12, kept: 7, sides: 4, threads: 3 };

const GIFT_FIELDS = new Set(["thanks", "gifts"]);
/** Fields that ask for consolation and desolation by name, and those of the Daily Habit. */
const CONSOLATION = ["consolation", "grace"];
const DESOLATION = ["desolation", "heavy"];

/** Makes an insight by counting and sorting alone. Deterministic: the same entries yield the same insight. */
export function ruleBasedInsight(
  entries: readonly SourceEntry[],
  period: InsightPeriod,
  bounds: Bounds = WEEK_BOUNDS,
): InsightContent {
  const threads = findThreads(entries, bounds.threads);
  const theme = threads.find((found) => found.theme)?.theme;
  const weekNumber = Math.floor(daysBetween("2024-01-01", period.from) / 7);
  const consolation = excerptFields(entries, CONSOLATION).slice(0, bounds.sides);
  const desolation = excerptFields(entries, DESOLATION).slice(0, bounds.sides);
  const kept = findKeptWords(entries).slice(-bounds.kept);
  const gifts = groupGifts(findGifts(entries), bounds.gifts);
  return {
    ...countSlots(entries),
    passages: [...new Set(entries.map(({ passageRef }) => passageRef).filter(Boolean))],
    kept,
    gifts,
    threads: threads.map(({ thread }) => thread),
    consolation,
    desolation,
    question: pick(theme, "questions", weekNumber),
    passage: pick(theme, "passages", weekNumber),
    prayer: writePrayer({
      gifts: gifts.flatMap(({ quotations }) => quotations),
      heavy: desolation,
      kept,
      line: (theme ?? THEMES.anyWeek).prayer,
    }),
  };
}

function countSlots(entries: readonly SourceEntry[]) {
  const of = (slot: SourceEntry["slot"]) => entries.filter((entry) => entry.slot === slot).length;
  return { mornings: of("morning"), evenings: of("evening"), others: of("none") };
}

function pick(theme: InsightTheme | undefined, kind: "questions" | "passages", weekNumber: number): string {
  const list = (theme ?? THEMES.anyWeek)[kind];
  return list[((weekNumber % list.length) + list.length) % list.length] ?? "";
}

function findKeptWords(entries: readonly SourceEntry[]): Quotation[] {
  return entries.flatMap(({ id, texts }) =>
    texts
      .filter(({ key, text }) => key === "wordKept" && text.trim())
      .map(({ text }) => ({ entryId: id, text: excerptAround(collapseWhitespace(text)) })),
  );
}

/**
 * Lines of the fields that ask for gifts, and sentences of free pages that express thanks; without
 * duplicates.
 */
function findGifts(entries: readonly SourceEntry[]): Quotation[] {
  const seen = new Set<string>();
  return entries.flatMap(({ id, texts }) =>
    texts
      .flatMap(({ key, text }) => {
        if (GIFT_FIELDS.has(key)) return listItems(text);
        const isFree = key === "body" || key === "answer";
        return isFree
          ? quotableSentences(collapseWhitespace(text)).filter((sentence) => THANKS.test(sentence))
          : [];
      })
      .map((item) => ({ entryId: id, text: excerptAround(item) }))
      .filter(({ text }) => {
        const key = text.toLowerCase();
        return seen.has(key) ? false : Boolean(seen.add(key));
      }),
  );
}
const THANKS = /\b(thank you for|thankful|grateful|gratitude|give thanks|giving thanks|i thank)\b/i;

function groupGifts(gifts: readonly Quotation[], limit: number): InsightContent["gifts"] {
  const groups = new Map<GiftGroup, Quotation[]>();
  for (const gift of gifts.slice(0, limit)) {
    const group = themeOf(gift.text)?.group ?? "other";
    groups.set(group, [...(groups.get(group) ?? []), gift]);
  }
  return GIFT_GROUPS.flatMap((group) => {
    const quotations = groups.get(group);
    return quotations ? [{ group, quotations }] : [];
  });
}

/** An excerpt of the first non-empty field of each entry. */
function excerptFields(entries: readonly SourceEntry[], fields: readonly string[]): Quotation[] {
  return entries.flatMap(({ id, texts }) => {
    const text = fields.map((field) => texts.find(({ key }) => key === field)?.text.trim()).find(Boolean);
    return text ? [{ entryId: id, text: excerptAround(collapseWhitespace(text), 0, 220) }] : [];
  });
}
