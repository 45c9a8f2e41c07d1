import { dayInWords } from "~/domain/calendar/day-in-words";
import { keptIn } from "~/domain/journal/reflection/kept-in";
import type { Member } from "~/domain/member/member";
import { listHistory } from "./list-history.server";
import type { Cursor, HistoryFilters } from "./query";

/** Mornings that are looked through for a page: fewer words where some kept none. */
const MORNINGS = 40;

/** A word that was kept in a morning. */
export type KeptWord = { id: string; forDate: string; day: string; word: string; passage: string };

/** The words of a journal, newest first, a page at a time: each page opens as many mornings, however long the journal is. */
export async function keptWords(
  member: Member,
  { season, book }: Pick<HistoryFilters, "season" | "book">,
  after?: Cursor,
): Promise<{ words: KeptWord[]; older?: string }> {
  const mornings = { slot: "morning" as const, season, book };
  const { entries, older } = await listHistory(member, mornings, after, MORNINGS);
  const words = entries.flatMap(({ id, forDate, passageRef, content }) => {
    const { word } = keptIn(content);
    return word
      ? [{ id, forDate, day: dayInWords(forDate), word, passage: passageRef.replaceAll("-", "–") }]
      : [];
  });
  return { words, older };
}
