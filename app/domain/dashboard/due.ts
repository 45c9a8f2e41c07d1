import * as addresses from "~/addresses";
import { dayFromToday } from "~/domain/calendar/day-in-words";
import { PROMPT_SETS } from "~/domain/journal/prompt-sets/all";
import type { DaySlot, Slot } from "~/domain/member/prayer-times";
import type { PromptSetKey } from "~/domain/member/prompt-set";
import { t } from "~/i18n/t";

/** The dashboard's one button: what is due now, and where it leads. What is done is a sentence and leads nowhere. */
export function dueButton(
  slot: DaySlot,
  due: "open" | "started" | "done",
  set: PromptSetKey | "own",
): { label: string; to: string | null } {
  if (due === "done") {
    const label = slot === "morning" ? t("Done for this morning.") : t("Done for today. Rest.");
    return { label, to: null };
  }
  return {
    label: due === "started" ? t("Continue") : beginning(slot, set),
    to: addresses.reflection(slot),
  };
}

function beginning(slot: DaySlot, set: PromptSetKey | "own"): string {
  const named = set === "own" ? undefined : PROMPT_SETS[set].begins?.[slot];
  if (named) return named;
  return slot === "morning" ? t("Begin morning reflection") : t("Begin evening reflection");
}

/** A link to something that was begun and not finished. */
export function unfinishedLink(
  draft: { slot: Slot; forDate: string; prayer?: string },
  today: string,
): { label: string; to: string } {
  if (draft.slot === "none") {
    const to = draft.prayer ? addresses.freePage({ prayer: draft.prayer }) : addresses.freePage();
    return { label: t("A free page"), to };
  }
  const name = draft.slot === "morning" ? t("Morning reflection") : t("Evening reflection");
  return {
    label: `${name}, ${dayFromToday(draft.forDate, today)}`,
    to: addresses.reflection(draft.slot, { date: draft.forDate }),
  };
}
