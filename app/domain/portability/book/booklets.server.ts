import { addDays, formatDate, formatFullDate, weekdayName } from "~/domain/calendar/local-day";
import type { Flow } from "~/domain/journal/prompt-sets/prompt-set";
import { openFlow } from "~/domain/journal/reflection/flow.server";
import { wayFlow } from "~/domain/journal/way-progress/way-flow";
import { currentSlotOf, todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { printSheets, type PrintedSheets } from "~/domain/print/print-in-worker.server";
import type { Block, BookPart, PaperSize } from "~/domain/print/print-task";
import { findWay } from "~/domain/ways/available-ways.state";
import { dateOfDay, wayTiming, type Way, type WayDay } from "~/domain/ways/way";
import { t, tn } from "~/i18n/t";
import { formatBookSpan } from "./book-options";
import { verseBlocks } from "./book-parts.server";

/** How a booklet is wanted: folded, its small pages lie two on a side of the paper. */
export type BookletOptions = { paper: PaperSize; isFolded: boolean };

/** A way with its passages and room to write on each day; null where there is no such way. */
export async function printWayBooklet(
  member: Member,
  id: string,
  { paper, isFolded }: BookletOptions,
): Promise<PrintedSheets | null> {
  const way = findWay(id);
  if (!way) return null;
  const today = todayIn(member.timezone);
  const { name, by, language, days } = way;
  const first = dateOfDay(way, 1, today);
  const when = first ? formatFullDate(first) : wayTiming(way, today).words;
  const count = tn("{count} day", "{count} days", days.length);
  const cover = { title: name, name: by, span: [when, count].filter(Boolean).join(" · ") };
  const task = { kind: "booklet", cover, paper, fold: isFolded, ...(language && { language }) } as const;
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
      { style: "kind", text: verses.length > 0 ? when : `${when} · ${passage}` },
      ...verses,
      ...(point ? [{ style: "text", text: point } as const] : []),
      ...questions.map((text, at): Block => ({ style: "question", text, ...(at === last && { lines: 3 }) })),
      ...(closing ? [{ style: "quote", text: closing } as const] : []),
      ...(writer ? [{ style: "source", text: writer } as const] : []),
    ],
  };
}

const SLOTS = ["morning", "evening"] as const satisfies DaySlot[];
const NAMES = { morning: t("Morning"), evening: t("Evening") } as const;
const DAYS = 7;
const MANY = 3;

type Coming = { date: string; flow: Flow | undefined };

/** The coming seven days: what each morning and evening reads and asks, with lines to write on. */
export async function printWeekSheets(member: Member, paper: PaperSize): Promise<PrintedSheets> {
  const { date, slot } = currentSlotOf(member);
  // In the evening the morning is over.
  const from = slot === "morning" ? date : addDays(date, 1);
  const dates = Array.from({ length: DAYS }, (_, at) => addDays(from, at));
  const [morning, evening] = await Promise.all(SLOTS.map((each) => flowsOf(member, each, dates)));
  const span = formatBookSpan({ from, to: dates.at(-1) ?? from });
  const cover = { title: t("My week on paper"), name: "", span };
  const week = { morning: morning ?? [], evening: evening ?? [] };
  return printSheets({ kind: "sheets", cover, paper, small: true }, weekParts(dates, week));
}

async function flowsOf(member: Member, slot: DaySlot, dates: readonly string[]): Promise<Coming[]> {
  const coming: Coming[] = [];
  for (const date of dates) coming.push({ date, flow: (await openFlow(member, slot, date)).flow });
  return onward(coming);
}

/** A way of any time goes on by what was prayed; on paper each day takes the next. */
function onward(coming: readonly Coming[]): Coming[] {
  const first = coming[0]?.flow?.way;
  const way = first && findWay(first.id);
  if (!way || way.begins !== "any") return [...coming];
  return coming.map(({ date, flow }, at) => {
    const next = flow && wayFlow(flow.slot as DaySlot, date, first.id, way, first.day + at);
    return { date, flow: next };
  });
}

const questionsOf = (flow: Flow | undefined): string[] =>
  [...(flow?.fields ?? []), ...(flow?.steps ?? []).flatMap(({ fields }) => fields)]
    // Some name a side and ask nothing.
    .map(({ label }) => (/[.?!…]$/.test(label) ? label : `${label}.`))
    .filter((label, at, all) => all.indexOf(label) === at);

type Week = Record<DaySlot, Coming[]>;

async function* weekParts(dates: readonly string[], week: Week): AsyncGenerator<BookPart[]> {
  // What is asked every day is said once.
  const always = SLOTS.filter((slot) => {
    const asked = week[slot].map(({ flow }) => questionsOf(flow).join("\n"));
    return new Set(asked).size === 1;
  });
  const opening = always.flatMap((slot): Block[] => [
    { style: "title", text: slot === "morning" ? t("Each morning") : t("Each evening") },
    { style: "text", text: questionsOf(week[slot][0]?.flow).join(" ") },
  ]);
  yield await Promise.resolve([{ blocks: opening }]);
  yield dates.map((date, at) => ({
    blocks: [
      { style: "date", text: `${weekdayName(date)}, ${formatDate(date).replace(/,? \d{4}$/, "")}` },
      ...SLOTS.map((slot): Block => {
        const flow = week[slot][at]?.flow;
        const asked = always.includes(slot) ? [] : questionsOf(flow);
        const passage = (flow?.passageRef ?? "").replaceAll("-", "–");
        const head = [NAMES[slot], flow?.way?.title, passage].filter(Boolean).join(" · ");
        const text =
          asked.length > 0 ? [{ text: `${head}  ` }, { text: asked.join(" "), as: "em" as const }] : head;
        // Two pages: where much is asked, there is less room to write.
        return { style: "text", text, lines: asked.length > MANY ? 1 : 2 };
      }),
    ],
  }));
}
