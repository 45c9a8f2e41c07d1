import { UserModel } from "#models/user.server";
import { localMoment } from "~/domain/calendar/local-day";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import type { Member } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import {
  dropSavedPost,
  holdText,
  openHeldText,
  type TextClient,
} from "~/domain/operations/saved-posts.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { hashToken } from "~/platform/signing.server";
import { prayerOf } from "./prayer-of-today.server";

/** A prayer that was written before there was an account. Sealed; the browser's cookie alone opens it. */
type HeldPrayer = { date: string; at: number; answers: readonly [first: string, second: string] };

export const PRAYER_HOLD_SECONDS = 24 * 60 * 60;
/** Thirty-two megabytes at most, and a parish's evening from one network. */
const BOUNDS = { bytes: 64 * 1024, waiting: 500, ofSubnet: 120, anHour: 60, seconds: PRAYER_HOLD_SECONDS };

/** Holds what was written on a day's page for a day. @returns the secret that opens it, or null where there is no room */
export function holdPrayer(
  date: string,
  answers: HeldPrayer["answers"],
  client: TextClient,
): Promise<string | null> {
  const prayer: HeldPrayer = { date, at: now().getTime(), answers };
  return holdText("prayer", JSON.stringify(prayer), client, BOUNDS);
}

/**
 * Makes what this browser held an entry of the account that began here since: once, however often it is asked. Someone who
 * had an account before is someone else, as far as can be known at a browser that several people use.
 */
export async function keepHeldPrayer(secret: string, userId: number): Promise<void> {
  const text = await openHeldText("prayer", secret);
  if (!text) return;
  const prayer = JSON.parse(text) as HeldPrayer;
  const user = await UserModel.findById(userId).lean();
  if (!user || user.createdAt.getTime() < prayer.at) return;
  await keepPrayerOfToday(memberFrom(user), prayer, hashToken(`held-prayer|${secret}`));
  await dropSavedPost(secret);
}

/** Keeps a prayer as a page of the day it was written on. @returns the entry's id */
export async function keepPrayerOfToday(
  member: Member,
  { date, at = now().getTime(), answers }: Omit<HeldPrayer, "at"> & { at?: number },
  submission: string | undefined,
): Promise<string | null> {
  const { passage, questions } = prayerOf(date);
  const today = localMoment(now(), member.timezone).date;
  const written = localMoment(new Date(at), member.timezone).date;
  const body = questions
    .map((question, index) => ({ question, answer: answers[index] ?? "" }))
    .filter(({ answer }) => answer)
    .map(({ question, answer }) => `**${question}**\n\n${answer}`)
    .join("\n\n");
  const content = { title: t("A first prayer"), body, tags: [], mood: "", answers: [] };
  const writing = {
    kind: "free" as const,
    slot: "none" as const,
    forDate: written < today ? written : today,
    promptSet: "",
    promptIds: [],
    passageRef: passage.reference,
    content,
  };
  const kept = await finishEntry(member, writing, { submission, draftVersion: 0 });
  return kept.ok ? kept.id : null;
}
