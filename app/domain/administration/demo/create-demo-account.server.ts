import { duplicateKeyFields } from "#models/db/failures.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { nextUserId, UserModel, type UserRecord } from "#models/user.server";
import DEMONSTRATION from "~/content/demonstration.yaml";
import type { DemoDay } from "~/content/schemas";
import { newAccountFields } from "~/domain/accounts/registration/register.server";
import { addDays } from "~/domain/calendar/local-day";
import { lastWeekStart } from "~/domain/insights/insights.server";
import { makeInsight } from "~/domain/insights/make-insight.server";
import { EMPTY_CONTENT } from "~/domain/journal/entries/content";
import { seasonLine, type EntryInput } from "~/domain/journal/entries/entry";
import {
  filterTermsOf,
  journalKeys,
  sealContent,
  wordTerms,
} from "~/domain/journal/entries/sealed-content.server";
import type { Picture } from "~/domain/journal/pictures/picture";
import { attachPictures, storePicture } from "~/domain/journal/pictures/pictures.server";
import { addIntentions } from "~/domain/journal/prayers/change-intentions.server";
import { dailyHabit } from "~/domain/journal/prompt-sets/daily-habit";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { DEFAULT_PRAYER } from "~/domain/member/prayer-settings";
import { effectiveSeason } from "~/domain/scripture/passages/passage-plan";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { hashPassword } from "~/platform/passwords.server";
import { decodePicture } from "~/platform/pictures.server";
import { randomToken } from "~/platform/signing.server";
import { EVENING_LABELS, MORNING_LABELS } from "./demo-journal";
import lake from "./lake.webp?inline";
import path from "./path.webp?inline";

/** The account of `npm run seed:demo`: sixty days of invented entries in a real database. */
export const DEMO_ACCOUNT = { username: "hannah", firstName: "Hannah", email: "demo@example.org" };

type DemoAccount = { id: number; entries: number } | null;

/** @returns null if the account exists */
export async function createDemoAccount(password: string): Promise<DemoAccount> {
  const today = now().toISOString().slice(0, 10);
  const first = addDays(today, 1 - DEMONSTRATION.days.length);
  const id = await nextUserId();
  try {
    await UserModel.create({
      ...newAccountFields(id, DEMO_ACCOUNT, now()),
      firstName: DEMO_ACCOUNT.firstName,
      passwordHash: await hashPassword(password),
      emailVerifiedAt: now(),
      timezone: "UTC",
      // With settings chosen, the account opens on the dashboard instead of the first questions.
      prayer: { ...DEFAULT_PRAYER, length: 10 },
      seenTour: true,
      createdAt: new Date(`${first}T05:30:00Z`),
    });
  } catch (error) {
    if (duplicateKeyFields(error)) return null;
    throw error;
  }
  const member = memberFrom((await UserModel.findById(id).lean()) as UserRecord);
  const keys = journalKeys(member);
  const entries = DEMONSTRATION.days
    .flatMap((day, index) => demoEntriesOf(day, addDays(first, index)))
    .map((entry) => ({ ...entry, _id: randomToken(16) }));
  const pictured = await addPictures(member, entries);
  const records = pictured.map((entry) => {
    const { _id, content, at, ...metadata } = entry;
    const record = { _id, userId: id, ...metadata };
    return {
      ...record,
      status: "final",
      dayName: seasonLine(record.forDate, DEFAULT_PRAYER),
      timezone: "UTC",
      createdAt: at,
      updatedAt: at,
      version: 1,
      excludeFromInsights: false,
      deletedAt: null,
      marks: filterTermsOf(keys, record, content),
      words: wordTerms(keys, content),
      sealed: sealContent(keys, _id, content),
    };
  });
  await JournalEntryModel.insertMany(records, { lean: true });
  for (const { content } of pictured) await attachPictures(member, [], content.pictures);
  // Fills the dashboard as after some weeks of use.
  await addIntentions(member, { names: DEMONSTRATION.held, line: "", rhythm: { kind: "turn" } });
  await makeInsight(member, lastWeekStart(member));
  return { id, entries: records.length };
}

type DemoEntryInput = EntryInput & { favourite: boolean; at: Date };

/** Drawings with their descriptions, for the last free pages. */
const DRAWINGS = [
  { file: path, text: t("A path over green hills, with three cypresses") },
  { file: lake, text: t("The sun over a lake, early in the morning") },
];

async function addPictures<E extends DemoEntryInput & { _id: string }>(
  member: Member,
  entries: E[],
): Promise<E[]> {
  const pages = entries.filter(({ kind }) => kind === "free").slice(-DRAWINGS.length);
  const pictures = new Map<string, Picture>();
  for (const [at, { _id: holder }] of pages.entries()) {
    const { file = "", text = "" } = DRAWINGS[at] ?? {};
    const decoded = await decodePicture(Buffer.from(file.slice(file.indexOf(",") + 1), "base64"));
    if (!decoded) throw new Error("A drawing of the demonstration cannot be read.");
    pictures.set(holder, {
      ...(await storePicture(member, { id: randomToken(16), holder }, decoded)),
      text,
    });
  }
  return entries.map((entry) => {
    const picture = pictures.get(entry._id);
    return picture ? { ...entry, content: { ...entry.content, pictures: [picture] } } : entry;
  });
}

const QUESTIONS = {
  morning: { keys: ["thanks", "presence"], questions: MORNING_LABELS },
  evening: { keys: ["grace", "heavy", "ask"], questions: EVENING_LABELS },
} as const;

function habitEntry(
  forDate: string,
  slot: "morning" | "evening",
  texts: readonly string[],
  favourite: boolean,
): DemoEntryInput {
  const { keys, questions } = QUESTIONS[slot];
  const answers = keys.map((key, at) => ({ key, question: questions[at] ?? "", text: texts[at] ?? "" }));
  const { promptIds, passageRef } = dailyHabit(slot, forDate, effectiveSeason(forDate, true));
  const at = new Date(`${forDate}T${slot === "morning" ? "06:10" : "20:40"}:00Z`);
  return {
    kind: "habit",
    slot,
    forDate,
    promptSet: "daily_habit",
    promptIds,
    passageRef,
    favourite,
    at,
    content: { ...EMPTY_CONTENT, answers },
  };
}

function demoEntriesOf(
  { morning, evening, page, favourite = false }: DemoDay,
  forDate: string,
): DemoEntryInput[] {
  return [
    ...(morning ? [habitEntry(forDate, "morning", morning, favourite)] : []),
    ...(evening ? [habitEntry(forDate, "evening", evening, false)] : []),
    ...(page
      ? [
          {
            kind: "free" as const,
            slot: "none" as const,
            forDate,
            promptSet: "",
            promptIds: [],
            passageRef: "",
            favourite: false,
            at: new Date(`${forDate}T13:00:00Z`),
            content: { ...EMPTY_CONTENT, title: page.title, body: page.body, tags: page.tags },
          },
        ]
      : []),
  ];
}
