import { addDays, dateInWords, weekdayName } from "~/domain/calendar/local-day";
import type { Flow } from "~/domain/journal/prompt-sets/flow-shape";
import { openFlow } from "~/domain/journal/reflection/flow.server";
import { wayFlow } from "~/domain/journal/walking/way-flow";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { currentSlotOf } from "~/domain/member/today.server";
import type { Block, BookPart } from "~/domain/print/block";
import type { PaperSize } from "~/domain/print/paper";
import { printSheets, type PrintedSheets } from "~/domain/print/print-sheets.server";
import { wayNamed } from "~/domain/ways/ways-offered.state";
import { t } from "~/i18n/t";
import { bookSpanInWords } from "./chapters";

const SLOTS = ["morning", "evening"] as const satisfies DaySlot[];
const NAMES = { morning: t("Morning"), evening: t("Evening") } as const;
const DAYS = 7;
const MANY = 3;

type Coming = { date: string; flow: Flow | undefined };

/** The coming seven days: what each morning and evening reads and asks, with lines to write on. */
export async function printWeek(member: Member, paper: PaperSize): Promise<PrintedSheets> {
  const { date, slot } = currentSlotOf(member);
  // In the evening the morning is over.
  const from = slot === "morning" ? date : addDays(date, 1);
  const dates = Array.from({ length: DAYS }, (_, at) => addDays(from, at));
  const [morning, evening] = await Promise.all(SLOTS.map((each) => flowsOf(member, each, dates)));
  const span = bookSpanInWords({ from, to: dates.at(-1) ?? from });
  const cover = { title: t("My week on paper"), name: "", span };
  const week = { morning: morning ?? [], evening: evening ?? [] };
  return printSheets({ kind: "sheets", cover, paper, small: true }, partsOf(dates, week));
}

async function flowsOf(member: Member, slot: DaySlot, dates: readonly string[]): Promise<Coming[]> {
  const coming: Coming[] = [];
  for (const date of dates) coming.push({ date, flow: (await openFlow(member, slot, date)).flow });
  return onward(coming);
}

/** A way of any time goes on by what was prayed; on paper each day takes the next. */
function onward(coming: readonly Coming[]): Coming[] {
  const first = coming[0]?.flow?.way;
  const way = first && wayNamed(first.id);
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

async function* partsOf(dates: readonly string[], week: Week): AsyncGenerator<BookPart[]> {
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
      { style: "date", text: `${weekdayName(date)}, ${dateInWords(date).replace(/,? \d{4}$/, "")}` },
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
