import type { Season } from "~/domain/calendar/church-year";
import { addDays, daysBetween, weekdayOf } from "~/domain/calendar/local-day";
import { seededHash, seededShuffle } from "~/domain/calendar/seeded-random";
import type { DaySlot } from "~/domain/member/prayer-times";
import type { Prompt } from "./prompt-library.state";

/** Nothing comes back within this many days. */
export const NO_REPEAT_DAYS = 60;
/** Every third morning and every third evening goes deep, never two reflections in a row. */
const DEEP_EVERY = 3;
const EPOCH = "2024-01-01";

/** A person's questions in their own order: by slot, those for most days and those that go deep. */
export type Deck = {
  userId: number;
  light: Record<DaySlot, Prompt[]>;
  deep: Record<DaySlot, Prompt[]>;
  seasonal: Partial<Record<Season, Prompt[]>>;
  own: readonly Prompt[];
};

/** Deals the library for one person. Their own questions come besides, each about every two months. */
export function deckFor(userId: number, library: readonly Prompt[], own: readonly Prompt[] = []): Deck {
  const seasonal: Deck["seasonal"] = {};
  for (const prompt of seededShuffle(library, `${userId}|season`, ({ id }) => id))
    if (prompt.season) (seasonal[prompt.season] ??= []).push(prompt);
  const plain = library.filter(({ season }) => !season);
  return {
    userId,
    light: bySlot(
      userId,
      plain.filter(({ depth }) => depth < 3),
    ),
    deep: bySlot(
      userId,
      plain.filter(({ depth }) => depth === 3),
    ),
    seasonal,
    own,
  };
}

/** Questions for any time go to morning and evening so that both have as many. */
function bySlot(userId: number, prompts: readonly Prompt[]): Record<DaySlot, Prompt[]> {
  const morning = prompts.filter(({ slot }) => slot === "morning");
  const evening = prompts.filter(({ slot }) => slot === "evening");
  for (const prompt of seededShuffle(prompts, `${userId}|any`, ({ id }) => id))
    if (prompt.slot === "any") (morning.length <= evening.length ? morning : evening).push(prompt);
  return {
    morning: seededShuffle(morning, `${userId}|morning`, ({ id }) => id),
    evening: seededShuffle(evening, `${userId}|evening`, ({ id }) => id),
  };
}

const around = <T>(list: readonly T[], at: number): T | undefined =>
  list[((at % list.length) + list.length) % list.length];

/** A person's question for a day and slot. Deterministic: every visit gives the same. */
export function scheduled(deck: Deck, slot: DaySlot, date: string, season: Season): Prompt | undefined {
  const day = daysBetween(EPOCH, date);
  const own = deck.own.filter((prompt) => isOwnDay(prompt, slot, day));
  if (own.length > 0) return seededShuffle(own, date, ({ id }) => id)[0];
  const ofSeason = deck.seasonal[season];
  // Sunday mornings belong to the season.
  if (ofSeason && slot === "morning" && weekdayOf(date) === 0) return around(ofSeason, Math.floor(day / 7));
  const deep = deck.deep[slot];
  if (deep.length === 0) return around(deck.light[slot], day);
  const turn = day + (deck.userId % DEEP_EVERY) + (slot === "evening" ? 2 : 0);
  const times = Math.floor(turn / DEEP_EVERY);
  return turn % DEEP_EVERY === 0 ? around(deep, times) : around(deck.light[slot], turn - times - 1);
}

function isOwnDay({ id, slot }: Prompt, at: DaySlot, day: number): boolean {
  const place = seededHash(id);
  const home = slot === "any" ? (place % 2 === 0 ? "morning" : "evening") : slot;
  return home === at && (day + place) % (NO_REPEAT_DAYS + 1) === 0;
}

/** What a person has been shown besides the schedule: by changing the question. */
export type ShownPrompts = readonly { id: string; date: string }[];

/**
 * Another question instead of the one that was offered: the one farthest from every day when it was or
 * will be asked, never a deep one. Questions of one's own come first.
 */
export function alternativePrompt(
  deck: Deck,
  slot: DaySlot,
  date: string,
  seasonOf: (date: string) => Season,
  seen: ShownPrompts,
): Prompt | undefined {
  const distance = new Map<string, number>();
  const note = (id: string | undefined, days: number) => {
    if (id) distance.set(id, Math.min(distance.get(id) ?? Infinity, Math.abs(days)));
  };
  for (let days = -NO_REPEAT_DAYS; days <= NO_REPEAT_DAYS; days++) {
    const other = addDays(date, days);
    for (const at of ["morning", "evening"] as const)
      note(scheduled(deck, at, other, seasonOf(other))?.id, days);
  }
  for (const { id, date: shown } of seen) note(id, daysBetween(shown, date));
  const own = deck.own.filter((prompt) => prompt.slot === "any" || prompt.slot === slot);
  const far = ({ id }: Prompt) => distance.get(id) ?? Infinity;
  const fresh = own.filter((prompt) => far(prompt) > NO_REPEAT_DAYS);
  const candidates = fresh.length > 0 ? fresh : deck.light[slot];
  const farthest = Math.max(...candidates.map(far));
  return seededShuffle(
    candidates.filter((prompt) => far(prompt) === farthest),
    `${deck.userId}|${date}|${slot}`,
    ({ id }) => id,
  )[0];
}

/** Late in the evening nothing deep is offered. */
export function isLateEvening(time: string): boolean {
  return time >= "21:00" || time < "03:00";
}
