import * as addresses from "~/addresses";
import { dayFromToday } from "~/domain/calendar/day-in-words";
import type { DaySlot, Slot } from "~/domain/member/prayer-times";
import type { PromptSet } from "~/domain/member/prompt-set";
import { t } from "~/i18n/t";

/** The dashboard's one button: what is due now, and where it leads. What is done is a sentence and leads nowhere. */
export function dueButton(
  slot: DaySlot,
  due: "open" | "started" | "done",
  set: PromptSet | "own",
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

function beginning(slot: DaySlot, set: PromptSet | "own"): string {
  if (slot === "morning") return t("Begin morning reflection");
  return set === "lectio_examen" ? t("Begin evening Examen") : t("Begin evening reflection");
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
