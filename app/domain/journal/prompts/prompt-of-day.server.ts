import { duplicateKeyFields } from "#models/db/failures.server";
import { PromptSwapModel } from "#models/prompt-swap.server";
import { DAY } from "~/domain/calendar/durations";
import { addDays, localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { countEvent } from "~/domain/operations/daily-events.server";
import { seasonOn } from "~/domain/scripture/passages/passage-plan";
import { now } from "~/platform/clock";
import { activePrompts, listOwnPrompts } from "./own-prompts.server";
import { isOfLibrary, libraryFor, promptNamed, type Prompt } from "./prompt-library.state";
import {
  alternativePrompt,
  deckFor,
  isLateEvening,
  NO_REPEAT_DAYS,
  scheduled,
  type Deck,
} from "./prompt-schedule";

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
  const planned = scheduled(deck, slot, date, seasonOn(date, showSeason));
  const late = isLateEvening(localMoment(now(), member.timezone).time);
  if (!late || planned?.depth !== 3) return { prompt: planned, swapsLeft };
  return { prompt: alternativePrompt(deck, slot, date, (day) => seasonOn(day, showSeason), []), swapsLeft };
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
  const next = alternativePrompt(deck, slot, date, (day) => seasonOn(day, showSeason), [
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
