import { setImmediate as nextTurn } from "node:timers/promises";
import { addDays } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { currentSlotOf } from "~/domain/member/today.server";
import { namesMissingVerse } from "~/domain/scripture/bible/references.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { passageNamed } from "~/domain/scripture/reading-plans/check-plan.server";
import { t } from "~/i18n/t";
import { givenLines, givenOn, givenText, withDays, type Given } from "./given-passages";
import { changeGuidance, guidanceOf } from "./guidance.server";

/** The passage that a person was given for a morning, where a translation here has it. */
export function givenPassage(member: Member, slot: DaySlot, date: string): Given | undefined {
  if (slot !== "morning") return undefined;
  const given = givenOn(guidanceOf(member).passages, date);
  return given && findPassage(given.reference) ? given : undefined;
}

/** The passages of a person, as they are shown to them. */
export const givenPassages = (member: Member): string => guidanceOf(member).passages;

/** A reference takes most of a millisecond to read, and requests are answered meanwhile. */
const AT_ONCE = 10;

/** Keeps passages, a line each. A line without a day takes the next morning; what is not understood is named by its line. */
export async function saveGivenPassages(
  member: Member,
  text: string,
): Promise<{ ok: true } | { ok: false; faults: string[] }> {
  const { lines, faults } = givenLines(text);
  const read: Given[] = [];
  for (const [at, { line, date, words, note }] of lines.entries()) {
    const passage = passageNamed(words);
    if ("code" in passage || !findPassage(passage.reference) || namesMissingVerse(words))
      faults.push(
        t("Line {line}: this is not a passage that we know: {words}", { line, words: words.slice(0, 60) }),
      );
    else read.push({ date, reference: passage.reference, note });
    if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
  }
  if (faults.length > 0) return { ok: false, faults };
  const { date: today, slot } = currentSlotOf(member);
  const from = slot === "morning" ? today : addDays(today, 1);
  await changeGuidance(member, () => ({ passages: givenText(withDays(read, from)) }));
  return { ok: true };
}

/** Forgets them; the mornings are as they were before. */
export async function clearGivenPassages(member: Member): Promise<void> {
  await changeGuidance(member, () => ({ passages: "" }));
}
