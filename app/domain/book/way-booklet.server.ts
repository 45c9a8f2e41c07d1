import { dayInWords } from "~/domain/calendar/day-in-words";
import type { Member } from "~/domain/member/member";
import { todayIn } from "~/domain/member/today.server";
import type { Block, BookPart } from "~/domain/print/block";
import type { PaperSize } from "~/domain/print/paper";
import { printSheets, type PrintedSheets } from "~/domain/print/print-sheets.server";
import type { Way, WayDay } from "~/domain/ways/way";
import { dateOfDay, nearness } from "~/domain/ways/way-season";
import { wayNamed } from "~/domain/ways/ways-offered.state";
import { t, tn } from "~/i18n/t";
import { verseBlocks } from "./entry-part.server";

/** How a booklet is wanted: folded, its small pages lie two on a side of the paper. */
export type BookletWish = { paper: PaperSize; isFolded: boolean };

/** A way with its passages and room to write on each day; null where there is no such way. */
export async function printWay(
  member: Member,
  id: string,
  { paper, isFolded }: BookletWish,
): Promise<PrintedSheets | null> {
  const way = wayNamed(id);
  if (!way) return null;
  const today = todayIn(member.timezone);
  const { name, by, language, days } = way;
  const first = dateOfDay(way, 1, today);
  const when = first ? dayInWords(first) : nearness(way, today).words;
  const count = tn("{count} day", "{count} days", days.length);
  const cover = { title: name, name: by, span: [when, count].filter(Boolean).join(" · ") };
  const task = { kind: "booklet", cover, paper, fold: isFolded, ...(language && { language }) } as const;
  return printSheets(task, partsOf(way, today, member.prayer.translation));
}

async function* partsOf(way: Way, today: string, translation: string): AsyncGenerator<BookPart[]> {
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
  const when = [t("Day {number}", { number }), date && dayInWords(date)].filter(Boolean).join(" · ");
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
