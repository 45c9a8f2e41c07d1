import { duplicateKeyFields } from "#models/db/failures.server";
import { PromptSwapModel } from "#models/prompt-swap.server";
import type { Season } from "~/domain/calendar/church-year";
import { DAY } from "~/domain/calendar/durations";
import { addDays, daysBetween, localMoment, weekdayOf } from "~/domain/calendar/local-day";
import { seededHash, seededShuffle } from "~/domain/calendar/seeded-random";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { countEvent } from "~/domain/operations/daily-events.server";
import { effectiveSeason } from "~/domain/scripture/passages/passage-plan";
import { now } from "~/platform/clock";
import { activePrompts, listOwnPrompts } from "./own-prompts.server";
import { isOfLibrary, libraryFor, promptNamed, type Prompt } from "./prompt-library.state";

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
export function scheduledPrompt(deck: Deck, slot: DaySlot, date: string, season: Season): Prompt | undefined {
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
      note(scheduledPrompt(deck, at, other, seasonOf(other))?.id, days);
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

/** A question may be changed this often for a slot of a day. */
const MOST_SWAPS = 3;

/** The question of a slot and day, and how often it may still be changed. */
export type PromptOfDay = { prompt: Prompt | undefined; swapsLeft: number };

const swapId = (member: Member, slot: DaySlot, date: string) => `${member.id}|${date}|${slot}`;

async function tableOf(member: Member): Promise<{ deck: Deck; known: (id: string) => Prompt | undefined }> {
  const own = activePrompts(await listOwnPrompts(member));
  const library = libraryFor(member.subscriptionTier);
  const offered = new Map([...library, ...own].map((prompt) => [prompt.id, prompt]));
  return { deck: deckFor(member.id, library, own), known: (id) => offered.get(id) };
}

/**
 * The question of a slot and day: the one that was begun, or shown in the form, or taken in exchange, else the one that
 * the day holds. `begun` counts even if the plan no longer offers it; the others must be on offer.
 */
export async function promptOfDay(
  member: Member,
  slot: DaySlot,
  date: string,
  { begun, shown }: { begun?: { id: string; question: string }; shown?: string } = {},
): Promise<PromptOfDay> {
  const [{ deck, known }, swap] = await Promise.all([
    tableOf(member),
    PromptSwapModel.findById(swapId(member, slot, date)).lean(),
  ]);
  const swapsLeft = Math.max(0, MOST_SWAPS - (swap?.count ?? 0));
  if (begun) return { prompt: known(begun.id) ?? promptNamed(begun.id) ?? lost(begun, slot), swapsLeft };
  const last = swap?.ids.at(-1);
  const settled = known(shown ?? "") ?? known(last ?? "");
  if (settled) return { prompt: settled, swapsLeft };
  const { showSeason } = member.prayer;
  const planned = scheduledPrompt(deck, slot, date, effectiveSeason(date, showSeason));
  const late = isLateEvening(localMoment(now(), member.timezone).time);
  if (!late || planned?.depth !== 3) return { prompt: planned, swapsLeft };
  return {
    prompt: alternativePrompt(deck, slot, date, (day) => effectiveSeason(day, showSeason), []),
    swapsLeft,
  };
}

/** A question that was removed is still the one that was answered. */
const lost = ({ id, question }: { id: string; question: string }, slot: DaySlot): Prompt | undefined =>
  question ? { id, category: "own", slot, depth: 1, text: question } : undefined;

export type ChangePromptResult = { ok: true; prompt: Prompt } | { ok: false; code: "no_more" };

/** Exchanges today's question for another, at most three times. Repeating a form changes nothing. */
export async function changePrompt(
  member: Member,
  slot: DaySlot,
  date: string,
  current: string,
  submission = "",
): Promise<ChangePromptResult> {
  const _id = swapId(member, slot, date);
  const [{ deck, known }, recent] = await Promise.all([
    tableOf(member),
    PromptSwapModel.find({ userId: member.id, date: { $gte: addDays(date, -NO_REPEAT_DAYS) } }).lean(),
  ]);
  const today = recent.find((swap) => swap._id === _id);
  const settled = known(today?.ids.at(-1) ?? "");
  if (settled && submission && today?.savedBy === submission) return { ok: true, prompt: settled };
  if ((today?.count ?? 0) >= MOST_SWAPS) return { ok: false, code: "no_more" };
  const seen = recent.flatMap((swap) => swap.ids.map((id) => ({ id, date: swap.date })));
  const { showSeason } = member.prayer;
  const next = alternativePrompt(deck, slot, date, (day) => effectiveSeason(day, showSeason), [
    ...seen,
    { id: current, date },
  ]);
  if (!next) return { ok: false, code: "no_more" };
  const stored = await remember(member, slot, date, next.id, {
    submission,
    before: today?.count ?? 0,
    counts: 1,
  });
  // Another window was first: its question stays.
  if (!stored) return changePrompt(member, slot, date, current, submission);
  if (isOfLibrary(current)) await countEvent(`changed:${current}`);
  return { ok: true, prompt: next };
}

/** Takes a person's own question for a slot and day. @returns false if it is unknown or not in the plan */
export async function choosePrompt(
  member: Member,
  slot: DaySlot,
  date: string,
  id: string,
): Promise<boolean> {
  const { known } = await tableOf(member);
  if (!known(id)) return false;
  await remember(member, slot, date, id, { submission: "", counts: 0 });
  return true;
}

async function remember(
  member: Member,
  slot: DaySlot,
  date: string,
  id: string,
  { submission, before, counts }: { submission: string; before?: number; counts: 0 | 1 },
): Promise<boolean> {
  const expiresAt = new Date(now().getTime() + (NO_REPEAT_DAYS + 5) * DAY);
  try {
    await PromptSwapModel.updateOne(
      { _id: swapId(member, slot, date), ...(before !== undefined && { count: before }) },
      {
        $set: { savedBy: submission, expiresAt },
        $push: { ids: id },
        $inc: { count: counts },
        $setOnInsert: { userId: member.id, date },
      },
      { upsert: true },
    );
    return true;
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    return false;
  }
}
