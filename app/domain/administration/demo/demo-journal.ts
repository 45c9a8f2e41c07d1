import DEMONSTRATION from "~/content/demonstration.yaml";
import type { DemoDay } from "~/content/schemas";
import { addDays, formatDate, weekdayName } from "~/domain/calendar/local-day";
import type { RhythmState } from "~/domain/journal/rhythm/rhythm.server";
import { t } from "~/i18n/t";

export const DEMO_TEXTS = {
  title: t("Peace be with you, Hannah"),
  banner: {
    title: t("This is a demo"),
    text: t(
      "Hannah and everything in this journal are invented. You can read it all; nothing here can be changed, and nothing you do here is kept.",
    ),
    begin: t("Create an account"),
    stay: t("Show me the demo first next time"),
    leave: t("Leave the demo"),
  },
  verse: t("Today’s verse"),
  presence: t("Today you want to be present to"),
  rhythm: t("Your rhythm"),
  entries: t("The last sixty days"),
  gaps: t("Only days with an entry are shown."),
  pages: t("Pages of the journal"),
  newer: t("Newer days"),
  older: t("Older days"),
  page: (page: number, pages: number) => t("Page {page} of {pages}", { page, pages }),
  favourite: t("Favourite"),
} as const;

/** Labels of the answers in the morning and evening entries. */
export const MORNING_LABELS = [t("I thank God for…"), t("Today I want to be present to…")] as const;
export const EVENING_LABELS = [
  t("A moment of grace"),
  t("What was heavy"),
  t("For tomorrow I ask…"),
] as const;

type DemoAnswer = { label: string; text: string };
export type DemoEntry = {
  name: string;
  slot: "morning" | "evening" | "none";
  answers: DemoAnswer[];
  body: string[];
  tags: string[];
};
export type DemoDate = { date: string; day: string; favourite: boolean; entries: DemoEntry[] };

const { days } = DEMONSTRATION;

const DEMO_PAGE_DAYS = 10;
export const DEMO_PAGES = Math.ceil(days.length / DEMO_PAGE_DAYS);
const RHYTHM_DAYS = 28;

const answersOf = (labels: readonly string[], texts: readonly string[]): DemoAnswer[] =>
  labels.map((label, at) => ({ label, text: texts[at] ?? "" }));

/** The entries of a day, latest first, as in the history. */
function entriesOf({ morning, evening, page }: DemoDay): DemoEntry[] {
  const entry = { answers: [], body: [], tags: [] };
  const entries: (DemoEntry | undefined)[] = [
    evening && {
      ...entry,
      name: t("Evening reflection"),
      slot: "evening",
      answers: answersOf(EVENING_LABELS, evening),
    },
    page && { ...entry, name: page.title, slot: "none", body: page.body.split("\n\n"), tags: page.tags },
    morning && {
      ...entry,
      name: t("Morning reflection"),
      slot: "morning",
      answers: answersOf(MORNING_LABELS, morning),
    },
  ];
  return entries.filter((one) => one !== undefined);
}

/** The demonstration day `age` days before today. */
const daysAgo = (age: number): DemoDay => days[days.length - 1 - age] ?? {};

/** A page of demonstration days, newest first, without days that have no entry. `page` starts at 1. */
export function demoPage(today: string, page: number): DemoDate[] {
  const first = (page - 1) * DEMO_PAGE_DAYS;
  return Array.from({ length: DEMO_PAGE_DAYS }, (_, at) => first + at)
    .filter((age) => age < days.length)
    .map((age) => {
      const date = addDays(today, -age);
      const day = daysAgo(age);
      return {
        date,
        day: `${weekdayName(date)}, ${formatDate(date)}`,
        favourite: day.favourite ?? false,
        entries: entriesOf(day),
      };
    })
    .filter(({ entries }) => entries.length > 0);
}

/** The last 28 demonstration days for the dashboard, today last. */
export function demoRhythm(): RhythmState[] {
  return Array.from({ length: RHYTHM_DAYS }, (_, at) =>
    entriesOf(daysAgo(RHYTHM_DAYS - 1 - at)).length > 0 ? "kept" : "quiet",
  );
}

/** The answer to "Today I want to be present to…" in today's morning entry; empty without one. */
export function demoIntention(): string {
  return daysAgo(0).morning?.[1] ?? "";
}
