import type { EntryContent } from "~/domain/journal/entries/content";
import { carryoverFrom } from "~/domain/journal/reflection/answers";
import type { DaySlot, Slot } from "~/domain/member/prayer-times";
import type { Passage, Verse } from "~/domain/scripture/passages/passage";
import { t } from "~/i18n/t";

/** The longest verse that is read at one glance. */
const MAX_VERSE_CHARACTERS = 200;

/** The verse of a reflection without a passage. */
export const DEFAULT_VERSES: Record<Slot, string> = {
  morning: "Psalm 46:10",
  evening: "Psalm 4:8",
  none: "Psalm 46:10",
};

const words = (text: string) => text.replace(/\s+/g, " ").replace(/…$/, "").trim().toLowerCase();

/**
 * The verse of a passage that closes a reflection: the one with the kept word, else the first that is short. Undefined if
 * every verse is long.
 */
export function closingVerse(passage: Passage | undefined, keptWord: string): Verse | undefined {
  const short = passage?.verses.filter(({ text }) => text.length <= MAX_VERSE_CHARACTERS) ?? [];
  const word = words(keptWord);
  return (word && short.find(({ text }) => words(text).includes(word))) || short[0];
}

type Finished = { slot: Slot; forDate: string; content: EntryContent };

/** The last sentence of an ending; empty for another day and for a page without a slot. */
export function farewell({ slot, forDate, content }: Finished, today: (slot: DaySlot) => string): string {
  if (slot === "none" || forDate !== today(slot)) return "";
  if (slot === "evening") return t("Sleep well.");
  const hasCarryover = Object.values(carryoverFrom(content)).some(Boolean);
  return hasCarryover ? t("You will see it again this evening.") : "";
}
