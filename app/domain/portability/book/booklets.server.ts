import { addDays, formatDate, formatFullDate, weekdayName } from "~/domain/calendar/local-day";
import {
  listPrayerRequests,
  prayerListMode,
  type PrayerRequestView,
} from "~/domain/journal/prayers/prayer-requests.server";
import type { Flow } from "~/domain/journal/prompt-sets/prompt-set";
import { wayFlow } from "~/domain/journal/reflection/flow";
import { openFlow } from "~/domain/journal/reflection/flow.server";
import { currentSlotOf, todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { printSheets, type PrintedSheets } from "~/domain/print/print-in-worker.server";
import type { Block, BookPart, PaperSize, PrintSize } from "~/domain/print/print-task";
import { findWay } from "~/domain/ways/available-ways.server";
import { dateOfDay, wayTiming, type Way, type WayDay } from "~/domain/ways/way";
import { t, tn } from "~/i18n/t";
import { formatBookSpan } from "./book-options";
import { verseBlocks } from "./book-parts.server";

/** `isFolded`: two small pages on each side of a sheet. */
type BookletOptions = { paper: PaperSize; isFolded: boolean; size: PrintSize };

/** Prints a way: each day with its passage and lines to write on. Null if there is no such way. */
export async function printWayBooklet(
  member: Member,
  id: string,
  { paper, isFolded, size }: BookletOptions,
): Promise<PrintedSheets | null> {
  const way = findWay(id);
  if (!way) return null;
  const today = todayIn(member.timezone);
  const { name, by, language, days } = way;
  const first = dateOfDay(way, 1, today);
  const when = first ? formatFullDate(first) : wayTiming(way, today).words;
  const count = tn("{count} day", "{count} days", days.length);
  const cover = { title: name, name: by, span: [when, count].filter(Boolean).join(" · ") };
  const options = { size, look: member.look, ...(language && { language }) };
  const task = { kind: "booklet", cover, paper, fold: isFolded, ...options } as const;
  return printSheets(task, bookletParts(way, today, member.prayer.translation));
}

async function* bookletParts(way: Way, today: string, translation: string): AsyncGenerator<BookPart[]> {
  for (const [at, day] of way.days.entries()) {
    const date = dateOfDay(way, at + 1, today);
    yield await Promise.resolve([dayPart(day, at + 1, date, translation)]);
  }
  const { by, licence } = way;
  const text = [by, licence].filter(Boolean).join(" · ");
  if (text) yield [{ blocks: [{ style: "note", text }] }];
}

function dayPart(
  { title, passage, point, questions, closing, writer }: WayDay,
  number: number,
  date: string | undefined,
  translation: string,
): BookPart {
  const verses = verseBlocks(passage, translation);
  const when = [t("Day {number}", { number }), date && formatFullDate(date)].filter(Boolean).join(" · ");
  const last = questions.length - 1;
  return {
    blocks: [
      { style: "date", text: title },
      { style: "kind", text: verses.length > 0 ? when : `${when} · ${passage.replaceAll("-", "–")}` },
      ...verses,
      ...(point ? [{ style: "text", text: point } as const] : []),
      ...questions.map((text, at): Block => ({ style: "question", text, ...(at === last && { lines: 3 }) })),
      ...(closing ? [{ style: "quote", text: closing } as const] : []),
      ...(writer ? [{ style: "source", text: writer } as const] : []),
    ],
  };
}

const SLOTS = ["morning", "evening"] as const satisfies DaySlot[];
const SLOT_NAMES = { morning: t("Morning"), evening: t("Evening") } as const;
const DAYS = 7;
/** Each morning and evening has at least this many lines to write on. */
const MIN_WRITING_LINES = 5;
/** Two days fill a page; a day with more questions than this fills a whole one. */
const MAX_QUESTIONS_ON_HALF_PAGE = 6;

type DayFlow = { date: string; flow: Flow | undefined };

/** Prints the next seven days: the text and questions of each morning and evening, with lines to write on. */
export async function printWeekSheets(
  member: Member,
  { paper, size }: Omit<BookletOptions, "isFolded">,
): Promise<PrintedSheets> {
  const { date, slot } = currentSlotOf(member);
  // A week that is printed in the evening begins tomorrow.
  const from = slot === "morning" ? date : addDays(date, 1);
  const dates = Array.from({ length: DAYS }, (_, at) => addDays(from, at));
  const [morning, evening] = await Promise.all(SLOTS.map((each) => flowsOf(member, each, dates)));
  const span = formatBookSpan({ from, to: dates.at(-1) ?? from });
  const cover = { title: t("My week on paper"), name: "", span };
  const week = { morning: morning ?? [], evening: evening ?? [] };
  const { look, prayer } = member;
  const task = { kind: "sheets", cover, paper, small: true, size, look } as const;
  const isRoomy = size === "large" || look.spacing === "wide";
  return printSheets(task, weekParts(dates, week, { translation: prayer.translation, isRoomy }));
}

async function flowsOf(member: Member, slot: DaySlot, dates: readonly string[]): Promise<DayFlow[]> {
  const flows: DayFlow[] = [];
  for (const date of dates) flows.push({ date, flow: (await openFlow(member, slot, date)).flow });
  return advanceWay(flows);
}

/** A way without fixed dates advances with each prayed day. On paper, each date gets the next day of the way. */
function advanceWay(flows: readonly DayFlow[]): DayFlow[] {
  const first = flows[0]?.flow?.way;
  const way = first && findWay(first.id);
  if (!way || way.begins !== "any") return [...flows];
  return flows.map(({ date, flow }, at) => {
    const next = flow && wayFlow(flow.slot as DaySlot, date, first.id, way, first.day + at);
    return { date, flow: next };
  });
}

const questionsOf = (flow: Flow | undefined): string[] =>
  [...(flow?.fields ?? []), ...(flow?.steps ?? []).flatMap(({ fields }) => fields)]
    // A label without final punctuation is a heading, not a question; it gets a full stop.
    .map(({ label }) => (/[.?!…]$/.test(label) ? label : `${label}.`))
    .filter((label, at, all) => all.indexOf(label) === at);

type Week = Record<DaySlot, DayFlow[]>;

async function* weekParts(
  dates: readonly string[],
  week: Week,
  { translation, isRoomy }: { translation: string; isRoomy: boolean },
): AsyncGenerator<BookPart[]> {
  // Questions that are the same every day are printed once, except in large or widely spaced type, where they would
  // fill a page.
  const always = SLOTS.filter((slot) => {
    if (isRoomy) return false;
    const questions = week[slot].map(({ flow }) => questionsOf(flow).join("\n"));
    return new Set(questions).size === 1;
  });
  const opening = always.flatMap((slot): Block[] => [
    { style: "heading", text: slot === "morning" ? t("Each morning") : t("Each evening") },
    { style: "list", text: questionsOf(week[slot][0]?.flow).join("\n") },
  ]);
  const days = dates.map((date, at): BookPart => {
    const slots = SLOTS.map((slot) => {
      const flow = week[slot][at]?.flow;
      const reference = flow?.passageRef ?? "";
      const [verse] = reference ? verseBlocks(reference, translation) : [];
      const questions = always.includes(slot) ? [] : questionsOf(flow);
      const head = [SLOT_NAMES[slot], flow?.way?.title, reference.replaceAll("-", "–")];
      return { verse, questions, head: head.filter(Boolean).join(" · ") };
    });
    // The first of the seven days fills a whole page, so that the six half pages after it fill three pages.
    const isWhole = at === 0 && opening.length === 0;
    const count = slots.reduce((sum, { questions }) => sum + questions.length, 0);
    return {
      fills: isWhole || isRoomy || count > MAX_QUESTIONS_ON_HALF_PAGE ? 1 : 0.5,
      blocks: [
        { style: "date", text: `${weekdayName(date)}, ${formatDate(date).replace(/,? \d{4}$/, "")}` },
        ...slots.flatMap(({ verse, questions, head }): Block[] => {
          const parts: Block[] = [
            { style: "heading", text: head },
            ...(verse ? [verse] : []),
            ...(questions.length > 0 ? [{ style: "list", text: questions.join("\n") } as const] : []),
          ];
          return parts.map((part, place) =>
            place === parts.length - 1 ? { ...part, lines: MIN_WRITING_LINES } : part,
          );
        }),
      ],
    };
  });
  yield await Promise.resolve([{ blocks: opening }]);
  yield days;
}

/** Prints the open prayer requests, without those that a keeper has not approved yet. Null while the list is off. */
export async function printPrayerRequests(member: Member, paper: PaperSize): Promise<PrintedSheets | null> {
  if (prayerListMode() === "off") return null;
  const { requests } = await listPrayerRequests(member);
  const open = requests.filter(({ isEnded, isWaiting }) => !isEnded && !isWaiting);
  const cover = { title: t("Please pray"), name: "", span: formatFullDate(todayIn(member.timezone)) };
  // Large type, because the list is hung on a wall.
  const task = { kind: "sheets", cover, paper, size: "large", look: member.look } as const;
  return printSheets(task, requestParts(open));
}

async function* requestParts(requests: readonly PrayerRequestView[]): AsyncGenerator<BookPart[]> {
  yield await Promise.resolve(
    requests.map(({ text, initial }, at) => ({
      blocks: [
        ...(at > 0 ? [{ style: "rule", text: "·   ·   ·" } as const] : []),
        { style: "text", text },
        ...(initial ? [{ style: "source", text: initial } as const] : []),
      ],
    })),
  );
}
