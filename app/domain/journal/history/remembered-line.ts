import { dayInWords } from "~/domain/calendar/day-in-words";
import type { Entry } from "~/domain/journal/entries/entry";
import { entryLine } from "~/domain/journal/entries/entry-line";
import { keptIn } from "~/domain/journal/reflection/kept-in";
import { t } from "~/i18n/t";
import { becauseInWords, type Remembered } from "./on-this-day";

/** An entry of another year as lists show it, with the reason it is shown: a morning by the word that was kept in it. */
export function rememberedLine(entry: Entry & Pick<Remembered, "because">) {
  const { id, name, excerpt } = entryLine(entry);
  const { word } = keptIn(entry.content);
  return {
    id,
    name,
    excerpt: word ? t("“{word}”", { word }) : excerpt,
    because: becauseInWords(entry),
    day: dayInWords(entry.forDate),
  };
}
