import { dayInWords } from "~/domain/calendar/day-in-words";
import type { Entry } from "~/domain/journal/entries/entry";
import { entryLine } from "~/domain/journal/entries/entry-line";
import { becauseInWords, type Remembered } from "./on-this-day";

/** An entry of another year as lists show it, with the reason it is shown. */
export function rememberedLine(entry: Entry & Pick<Remembered, "because">) {
  const { id, name, excerpt } = entryLine(entry);
  return { id, name, excerpt, because: becauseInWords(entry), day: dayInWords(entry.forDate) };
}
