import { z } from "zod";
import { UserModel } from "#models/user.server";
import HABIT_QUESTIONS from "~/content/questions/daily-habit.yaml";
import { seasonOf } from "~/domain/calendar/church-year";
import { addDays, formatFullDate, localMoment, utcDay } from "~/domain/calendar/local-day";
import { seasonLine } from "~/domain/journal/entries/entry-view";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import { habitQuestionAt } from "~/domain/journal/prompt-sets/daily-habit";
import { memberFrom } from "~/domain/member/current-member.server";
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
import { plannedPassage } from "~/domain/scripture/passages/passage-plan";
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

/** The day that everyone has who is not known: UTC’s. */
export const publicDay = (): string => utcDay(now());

/**
 * What a day gives to everyone, without an account: the season's passage, and a question for the morning and for the
 * evening; or the day of the way that the house prays together.
 */
export function publicPrayerFor(date: string) {
  const season = seasonOf(date);
  const shared = sharedDay(date);
  const question = (slot: "morning" | "evening") =>
    HABIT_QUESTIONS[season][slot][habitQuestionAt(slot, date, season)] ?? "";
  return {
    date,
    day: formatFullDate(date),
    season: seasonLine(date, DEFAULT_PRAYER),
    shared: shared && {
      way: shared.way,
      language: shared.language,
      title: shared.title,
      point: shared.point,
    },
    passage:
      (shared && findPassage(shared.passage)) ??
      findPassage(plannedPassage({ ...DEFAULT_PRAYER, plan: "season", since: "" }, date)) ??
      dailyPassage(date),
    questions: [
      shared?.questions[0] ?? question("morning"),
      shared?.questions[1] ?? question("evening"),
    ] as const,
  };
}

/** A prayer that was written before there was an account. Sealed; the browser's cookie alone opens it. */
type AnonymousPrayer = { date: string; at: number; answers: readonly [first: string, second: string] };

export const ANONYMOUS_PRAYER_SECONDS = 24 * 60 * 60;
/** Thirty-two megabytes at most, and a parish's evening from one network. */
const STORE_LIMITS = {
  bytes: 64 * 1024,
  waiting: 500,
  ofSubnet: 120,
  anHour: 60,
  seconds: ANONYMOUS_PRAYER_SECONDS,
};

/** Holds what was written on a day's page for a day. @returns the secret that opens it, or null where there is no room */
export function storeAnonymousPrayer(
  date: string,
  answers: AnonymousPrayer["answers"],
  client: TextClient,
): Promise<string | null> {
  const prayer: AnonymousPrayer = { date, at: now().getTime(), answers };
  return storeDeferred("prayer", JSON.stringify(prayer), client, STORE_LIMITS);
}

/**
 * Makes what this browser held an entry of the account that began here since: once, however often it is asked. Someone who
 * had an account before is someone else, as far as can be known at a browser that several people use.
 */
export async function claimAnonymousPrayer(secret: string, userId: number): Promise<void> {
  const text = await readDeferred("prayer", secret);
  if (!text) return;
  const prayer = JSON.parse(text) as AnonymousPrayer;
  const user = await UserModel.findById(userId).lean();
  if (!user || user.createdAt.getTime() < prayer.at) return;
  await saveTodayPrayer(memberFrom(user), prayer, hashToken(`held-prayer|${secret}`));
  await dropDeferredForm(secret);
}

/** Keeps a prayer as a page of the day it was written on. @returns the entry's id */
export async function saveTodayPrayer(
  member: Member,
  { date, at = now().getTime(), answers }: Omit<AnonymousPrayer, "at"> & { at?: number },
  submission: string | undefined,
): Promise<string | null> {
  const { passage, questions } = publicPrayerFor(date);
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

const FEED_DAYS = 7;

/** The last seven days' passages and questions, for the page of a parish (Atom, RFC 4287). */
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

/** Remembers on the person's record that a guide was finished, skipped or closed. */
export async function markGuideSeen(member: Member, guide: GuideKey): Promise<void> {
  const change = guide === "tour" ? { seenTour: true } : { seenFormationWelcome: true };
  await UserModel.updateOne({ _id: member.id }, { $set: { ...change, guideSeenAt: now() } });
}

/** Which guides wait for a person at this moment. */
export const pendingGuidesOf = (member: Member): PendingGuides => pendingGuides(member, now());

/** A plan with its price in the operator's own words. */
export type LandingPrice = { label: string; price: string };

/** What the plans cost, as the operator has set it; a plan without a price is not priced here. Null where nothing is sold. */
export function landingPrices(): LandingPrice[] | null {
  if (isEverythingIncluded()) return null;
  return [
    { label: TIER_LABELS.tier1, price: env.PRICE_TIER1 ?? "" },
    { label: TIER_LABELS.tier2, price: env.PRICE_TIER2 ?? "" },
  ].filter(({ price }) => price !== "");
}

/** As long as a page that is typed by hand. */
const todayAnswer = z
  .string()
  .trim()
  .max(10_000, t("Please keep this under {most} characters.", { most: "10,000" }))
  .default("");

/** The form of `/today`: what was answered to its two questions. */
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
