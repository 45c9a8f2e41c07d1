import { duplicateKeyFields } from "#models/db/failures.server";
import { PromptSwapModel } from "#models/prompts.server";
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

/** No question repeats within this many days. */
export const NO_REPEAT_DAYS = 60;
/** Every third morning and every third evening has a deep question, but never a morning and the evening next to it. */
const DEEP_INTERVAL = 3;
const EPOCH = "2024-01-01";

/** The library, shuffled for one member: light and deep questions by slot, seasonal ones by season. `own` is not shuffled. */
export type Deck = {
  userId: number;
  light: Record<DaySlot, Prompt[]>;
  deep: Record<DaySlot, Prompt[]>;
  seasonal: Partial<Record<Season, Prompt[]>>;
  own: readonly Prompt[];
};

/** Shuffles the library for one member. Each of the member's own questions is scheduled about every two months. */
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

/** Splits questions by slot. Questions for any time go to the slot with fewer questions. */
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

const cyclicItem = <T>(list: readonly T[], at: number): T | undefined =>
  list[((at % list.length) + list.length) % list.length];

/** The question of a day and slot; deterministic. */
export function scheduledPrompt(deck: Deck, slot: DaySlot, date: string, season: Season): Prompt | undefined {
  const day = daysBetween(EPOCH, date);
  const own = deck.own.filter((prompt) => isOwnDay(prompt, slot, day));
  if (own.length > 0) return seededShuffle(own, date, ({ id }) => id)[0];
  const ofSeason = deck.seasonal[season];
  if (ofSeason && slot === "morning" && weekdayOf(date) === 0)
    return cyclicItem(ofSeason, Math.floor(day / 7));
  const deep = deck.deep[slot];
  if (deep.length === 0) return cyclicItem(deck.light[slot], day);
  const turn = day + (deck.userId % DEEP_INTERVAL) + (slot === "evening" ? 2 : 0);
  const times = Math.floor(turn / DEEP_INTERVAL);
  return turn % DEEP_INTERVAL === 0
    ? cyclicItem(deep, times)
    : cyclicItem(deck.light[slot], turn - times - 1);
}

function isOwnDay({ id, slot }: Prompt, at: DaySlot, day: number): boolean {
  const hash = seededHash(id);
  const ownSlot = slot === "any" ? (hash % 2 === 0 ? "morning" : "evening") : slot;
  return ownSlot === at && (day + hash) % (NO_REPEAT_DAYS + 1) === 0;
}

/** The questions shown outside the schedule, by changing the question. */
type ShownPrompts = readonly { id: string; date: string }[];

/**
 * A replacement for the scheduled question, never a deep one: the question that is scheduled or was shown farthest from `date`,
 * before or after it. Own questions have priority if they are more than NO_REPEAT_DAYS away.
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

/** Whether it is too late for a deep question; `time` is HH:MM. */
export function isLateEvening(time: string): boolean {
  return time >= "21:00" || time < "03:00";
}

/** Changes of the question for one slot and day. */
const MAX_SWAPS = 3;

type PromptOfDay = { prompt: Prompt | undefined; swapsLeft: number };

const swapId = (member: Member, slot: DaySlot, date: string) => `${member.id}|${date}|${slot}`;

async function readDeck(member: Member): Promise<{ deck: Deck; known: (id: string) => Prompt | undefined }> {
  const own = activePrompts(await listOwnPrompts(member));
  const library = libraryFor(member.subscriptionTier);
  const offered = new Map([...library, ...own].map((prompt) => [prompt.id, prompt]));
  return { deck: deckFor(member.id, library, own), known: (id) => offered.get(id) };
}

/**
 * The question of a slot and day: that of the draft, else that of the form (`shownId`), else the member's last
 * choice, else the scheduled one, which is replaced late in the evening if it is deep. A draft keeps its question even if the
 * plan no longer includes it.
 */
export async function promptOfDay(
  member: Member,
  slot: DaySlot,
  date: string,
  { draftPrompt, shownId }: { draftPrompt?: { id: string; question: string }; shownId?: string } = {},
): Promise<PromptOfDay> {
  const [{ deck, known }, swap] = await Promise.all([
    readDeck(member),
    PromptSwapModel.findById(swapId(member, slot, date)).lean(),
  ]);
  const swapsLeft = Math.max(0, MAX_SWAPS - (swap?.count ?? 0));
  if (draftPrompt)
    return {
      prompt: known(draftPrompt.id) ?? promptNamed(draftPrompt.id) ?? deletedPrompt(draftPrompt, slot),
      swapsLeft,
    };
  const last = swap?.ids.at(-1);
  const chosen = known(shownId ?? "") ?? known(last ?? "");
  if (chosen) return { prompt: chosen, swapsLeft };
  const { showSeason } = member.prayer;
  const planned = scheduledPrompt(deck, slot, date, effectiveSeason(date, showSeason));
  const late = isLateEvening(localMoment(now(), member.timezone).time);
  if (!late || planned?.depth !== 3) return { prompt: planned, swapsLeft };
  return {
    prompt: alternativePrompt(deck, slot, date, (day) => effectiveSeason(day, showSeason), []),
    swapsLeft,
  };
}

/** A deleted question, restored from the draft that answers it. */
const deletedPrompt = (
  { id, question }: { id: string; question: string },
  slot: DaySlot,
): Prompt | undefined => (question ? { id, category: "own", slot, depth: 1, text: question } : undefined);

type ChangePromptResult = { ok: true; prompt: Prompt } | { ok: false; code: "no_more" };

/** Replaces the question, at most MAX_SWAPS times. Idempotent by `submission`. */
export async function changePrompt(
  member: Member,
  slot: DaySlot,
  date: string,
  current: string,
  submission = "",
): Promise<ChangePromptResult> {
  const _id = swapId(member, slot, date);
  const [{ deck, known }, recent] = await Promise.all([
    readDeck(member),
    PromptSwapModel.find({ userId: member.id, date: { $gte: addDays(date, -NO_REPEAT_DAYS) } }).lean(),
  ]);
  const today = recent.find((swap) => swap._id === _id);
  const chosen = known(today?.ids.at(-1) ?? "");
  if (chosen && submission && today?.savedBy === submission) return { ok: true, prompt: chosen };
  if ((today?.count ?? 0) >= MAX_SWAPS) return { ok: false, code: "no_more" };
  const seen = recent.flatMap((swap) => swap.ids.map((id) => ({ id, date: swap.date })));
  const { showSeason } = member.prayer;
  const next = alternativePrompt(deck, slot, date, (day) => effectiveSeason(day, showSeason), [
    ...seen,
    { id: current, date },
  ]);
  if (!next) return { ok: false, code: "no_more" };
  const stored = await storeSwap(member, slot, date, next.id, {
    submission,
    before: today?.count ?? 0,
    counts: 1,
  });
  // Another window has changed the question concurrently: read its choice and try again.
  if (!stored) return changePrompt(member, slot, date, current, submission);
  if (isOfLibrary(current)) await countEvent(`changed:${current}`);
  return { ok: true, prompt: next };
}

/** Chooses a question for a slot and day. @returns false if it is unknown or not in the plan */
export async function choosePrompt(
  member: Member,
  slot: DaySlot,
  date: string,
  id: string,
): Promise<boolean> {
  const { known } = await readDeck(member);
  if (!known(id)) return false;
  await storeSwap(member, slot, date, id, { submission: "", counts: 0 });
  return true;
}

/** Stores a choice, with compare-and-set on the count if `before` is given. @returns false after a concurrent change */
async function storeSwap(
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
