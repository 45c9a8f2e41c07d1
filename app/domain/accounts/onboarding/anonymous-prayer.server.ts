import { z } from "zod";
import { UserModel } from "#models/user.server";
import LECTIO_QUESTIONS from "~/content/questions/lectio.yaml";
import { addDays, formatFullDate, localMoment, utcDay } from "~/domain/calendar/local-day";
import { seasonLine } from "~/domain/journal/entries/entry";
import { finishFreePage } from "~/domain/journal/entries/finish-entry.server";
import { memberFrom, todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { TIER_LABELS } from "~/domain/member/plan";
import { DEFAULT_PRAYER } from "~/domain/member/prayer-settings";
import {
  dropDeferredForm,
  readDeferred,
  storeDeferred,
  type TextClient,
} from "~/domain/operations/form-submissions.server";
import { isEverythingIncluded } from "~/domain/plans/billing/offers.server";
import type { FollowedSeasons } from "~/domain/scripture/passages/passage-plan";
import { dailyPassage, findPassage } from "~/domain/scripture/passages/passages.server";
import { sharedDay } from "~/domain/ways/assigned-passages.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { linkOrigin } from "~/platform/request-context.server";
import { hashToken } from "~/platform/signing.server";
import { escapeMarkup } from "~/platform/untrusted-text";
import { pendingGuides, type GuideKey, type PendingGuides } from "./guides";

/** Date of the public page, in UTC because visitors have no zone. */
export const publicDay = (): string => utcDay(now());

/** The public prayer for a member: for today in their time zone, with the church calendar of their dashboard. */
export const publicPrayerOf = ({ timezone, prayer }: Member) => publicPrayerFor(todayIn(timezone), prayer);

/** The first question of Lectio and of Oratio. They suit every passage and someone who has never prayed in this way. */
const QUESTIONS = [LECTIO_QUESTIONS.word[0] ?? "", LECTIO_QUESTIONS.oratio[0] ?? ""] as const;

/**
 * The public prayer of a day: the daily verse with two questions about it, or the day of the shared way. A
 * visitor's church calendar is the default one.
 */
export function publicPrayerFor(date: string, chosen: FollowedSeasons = DEFAULT_PRAYER) {
  const shared = sharedDay(date);
  return {
    date,
    day: formatFullDate(date),
    season: seasonLine(date, chosen),
    shared: shared && {
      way: shared.way,
      language: shared.language,
      title: shared.title,
      point: shared.point,
    },
    // The verse that the Daily Habit and the dashboard have on this day.
    passage: (shared && findPassage(shared.passage)) ?? dailyPassage(date, chosen),
    questions: [shared?.questions[0] ?? QUESTIONS[0], shared?.questions[1] ?? QUESTIONS[1]] as const,
  };
}

/** An anonymous prayer, stored encrypted. Its key is in the browser's cookie only. */
type AnonymousPrayer = { date: string; at: number; answers: readonly [first: string, second: string] };

export const ANONYMOUS_PRAYER_SECONDS = 24 * 60 * 60;
/** At most 32 MB in total. The subnet limit allows for a parish that writes on one evening. */
const STORE_LIMITS = {
  bytes: 64 * 1024,
  waiting: 500,
  ofSubnet: 120,
  anHour: 60,
  seconds: ANONYMOUS_PRAYER_SECONDS,
};

/**
 * Stores an anonymous prayer for a day.
 * @returns the secret that decrypts it, or null when the store is full
 */
export function storeAnonymousPrayer(
  date: string,
  answers: AnonymousPrayer["answers"],
  client: TextClient,
): Promise<string | null> {
  const prayer: AnonymousPrayer = { date, at: now().getTime(), answers };
  return storeDeferred("prayer", JSON.stringify(prayer), client, STORE_LIMITS);
}

/**
 * Turns this browser's anonymous prayer into an entry, idempotently. Only for an account created after the prayer: on
 * a shared browser an older account may belong to another person.
 * @returns whether it is in the journal now
 */
export async function claimAnonymousPrayer(secret: string, userId: number): Promise<boolean> {
  const text = await readDeferred("prayer", secret);
  if (!text) return false;
  const prayer = JSON.parse(text) as AnonymousPrayer;
  const user = await UserModel.findById(userId).lean();
  if (!user || user.createdAt.getTime() < prayer.at) return false;
  const saved = await saveTodayPrayer(memberFrom(user), prayer, hashToken(`held-prayer|${secret}`));
  await dropDeferredForm(secret);
  return saved !== null;
}

/** `chosen` is the calendar of the page that the prayer was written on. */
type SavedPrayerOptions = { at?: number; chosen?: FollowedSeasons };

/**
 * Saves a prayer as a free page dated with the day it was written.
 * @returns the entry's id
 */
export async function saveTodayPrayer(
  member: Member,
  { date, at = now().getTime(), answers, chosen }: Omit<AnonymousPrayer, "at"> & SavedPrayerOptions,
  submission: string | undefined,
): Promise<string | null> {
  const { passage, questions } = publicPrayerFor(date, chosen);
  const today = localMoment(now(), member.timezone).date;
  const written = localMoment(new Date(at), member.timezone).date;
  const body = questions
    .map((question, index) => ({ question, answer: answers[index] ?? "" }))
    .filter(({ answer }) => answer)
    .map(({ question, answer }) => `**${question}**\n\n${answer}`)
    .join("\n\n");
  return finishFreePage(
    member,
    {
      title: t("A first prayer"),
      body,
      forDate: written < today ? written : today,
      passageRef: passage.reference,
    },
    submission,
  );
}

const FEED_DAYS = 7;

/** Atom feed (RFC 4287) of the last seven days' passages and questions, for parish websites. */
export function prayerFeed(): string {
  const [origin, today] = [linkOrigin(), utcDay(now())];
  const page = origin + paths.today();
  const entries = Array.from({ length: FEED_DAYS }, (_, ago) => publicPrayerFor(addDays(today, -ago))).map(
    ({ date, day, shared, passage, questions }) => {
      const verses = passage.verses.map(({ text }) => text).join(" ");
      const html = [verses, ...(shared ? [shared.point] : []), ...questions]
        .filter(Boolean)
        .map((text) => `<p>${escapeMarkup(text)}</p>`)
        .join("");
      return [
        "  <entry>",
        `    <id>${escapeMarkup(page)}#${date}</id>`,
        `    <title>${escapeMarkup(`${day}: ${shared ? `${shared.title}, ` : ""}${passage.reference}`)}</title>`,
        `    <updated>${date}T00:00:00Z</updated>`,
        `    <link href="${escapeMarkup(page)}"/>`,
        `    <content type="html">${escapeMarkup(html)}</content>`,
        "  </entry>",
      ].join("\n");
    },
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>${escapeMarkup(page)}</id>`,
    `  <title>${escapeMarkup(t("Still and Know: a passage for today"))}</title>`,
    `  <author><name>${escapeMarkup(t("Still and Know"))}</name></author>`,
    `  <updated>${today}T00:00:00Z</updated>`,
    `  <link rel="self" href="${escapeMarkup(origin + paths.todayFeed())}"/>`,
    ...entries,
    "</feed>",
    "",
  ].join("\n");
}

/** Records that a guide was finished, skipped or closed. */
export async function markGuideSeen(member: Member, guide: GuideKey): Promise<void> {
  const change = guide === "tour" ? { seenTour: true } : { seenFormationWelcome: true };
  await UserModel.updateOne({ _id: member.id }, { $set: { ...change, guideSeenAt: now() } });
}

export const pendingGuidesOf = (member: Member): PendingGuides => pendingGuides(member, now());

export type LandingPrice = { label: string; price: string };

/** Prices as the operator has worded them; plans without a price are omitted. Null when everything is included. */
export function landingPrices(): LandingPrice[] | null {
  if (isEverythingIncluded()) return null;
  return [
    { label: TIER_LABELS.tier1, price: env.PRICE_TIER1 ?? "" },
    { label: TIER_LABELS.tier2, price: env.PRICE_TIER2 ?? "" },
  ].filter(({ price }) => price !== "");
}

const todayAnswer = z
  .string()
  .trim()
  .max(10_000, t("Please keep this under {most} characters.", { most: "10,000" }))
  .default("");

/** The form of `/today`, with the answers to its two questions. */
export const TodaySchema = z
  .object({
    intent: z.enum(["keep", "release"], t("Please use one of the two buttons.")),
    first: todayAnswer,
    second: todayAnswer,
  })
  .refine(({ intent, first, second }) => intent === "release" || first || second, {
    path: ["first"],
    message: t("Write a few words first."),
  });
