import { InsightModel } from "#models/insight.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { addDays } from "~/domain/calendar/local-day";
import { runWeeklyInsights } from "~/domain/insights/weekly-run.server";
import { NO_CONTENT } from "~/domain/journal/entries/content";
import { journalKeys, marksOf, sealContent } from "~/domain/journal/entries/sealed-content.server";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { setClock } from "~/platform/clock";
import { newWrappedKey } from "~/platform/encryption.server";
import { randomToken } from "~/platform/signing.server";
import { CommandError } from "./command-error";

const WEEK = "2026-11-09";
const DUE = new Date("2026-11-16T00:00:00Z");
const ENTRIES = 5;
const AT_ONCE = 250;
const TEXTS = [
  "The frost on the garden gate, and my sister’s call before work.",
  "We sang at supper. The hospital letter came again, and I do not know what to answer.",
  "Sitting with Anna by the window, saying little; then the meeting, which was long.",
  "I keep running at work as if I were the vine. I would like to be slower with the children.",
  "Rain on the window, bread from the neighbour. I am grateful, and tired, and I slept badly again.",
];

/** `npm run bench`, its part about the weekly run: so many users with five entries each, on a separate, empty database. */
export async function benchInsights([count = "10000"]: string[]): Promise<string> {
  const users = Number(count);
  if (!Number.isInteger(users) || users < 1) throw new CommandError("Say how many users.");
  if (await UserModel.exists({})) throw new CommandError("This needs an empty database.");
  setClock(() => new Date(DUE.getTime() + 8 * 60 * 60_000));
  for (let from = 0; from < users; from += AT_ONCE) await seed(from, Math.min(from + AT_ONCE, users));

  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
  const begun = performance.now();
  const processor = process.cpuUsage();
  const served = await runWeeklyInsights(new AbortController().signal);
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(processor);
  const busy = (user + system) / 1_000_000;
  clearInterval(watch);
  const again = performance.now();
  await runWeeklyInsights(new AbortController().signal);
  const nothing = performance.now() - again;
  const made = await InsightModel.countDocuments({ status: "ready" });
  return [
    `weekly insights by rules: ${served.users} users with ${ENTRIES} entries each, ${made} made`,
    `${seconds.toFixed(1)} s, ${Math.round(served.users / seconds)} users a second`,
    `${busy.toFixed(1)} s of processor time, ${Math.round(served.users / busy)} users for each second of it`,
    `memory of the process, database included: ${inMb(before)} before, ${inMb(peak)} at most`,
    `a round with nothing to do: ${nothing.toFixed(1)} ms`,
  ].join("\n");
}

const inMb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

async function seed(from: number, to: number): Promise<void> {
  const users = Array.from({ length: to - from }, (_, at) => aUser(from + at + 10));
  await UserModel.insertMany(users, { lean: true });
  await JournalEntryModel.insertMany(users.flatMap(entriesOf), { lean: true });
}

function aUser(id: number): UserRecord {
  const username = `bench_${id}`;
  return {
    _id: id,
    username,
    usernameKey: username,
    email: `${username}@example.test`,
    emailKey: `${username}@example.test`,
    firstName: "",
    lastName: "",
    passwordHash: "none",
    isAdmin: false,
    subscriptionTier: "free",
    promptSetPreference: "daily_habit",
    morningPromptTime: "06:00",
    eveningPromptTime: "18:00",
    timezone: "UTC",
    weekStart: 1,
    theme: "system",
    status: "active",
    emailVerifiedAt: DUE,
    securityStamp: "none",
    crypto: newWrappedKey(`users|${id}`),
    tokens: [],
    pendingMail: [],
    verificationMailAt: [],
    twoStep: null,
    emailChange: null,
    createdAt: DUE,
    lastUsedMonth: "",
    insightsDueAt: DUE,
    seenTour: true,
    seenFormationWelcome: true,
  };
}

function entriesOf(user: UserRecord): JournalEntryRecord[] {
  const keys = journalKeys(memberFrom(user));
  return TEXTS.map((text, at) => {
    const id = randomToken(16);
    const slot = at % 2 === 0 ? ("morning" as const) : ("evening" as const);
    const key = slot === "morning" ? "thanks" : "heavy";
    const content = { ...NO_CONTENT, answers: [{ key, question: "", text }] };
    const kind = "habit" as const;
    return {
      _id: id,
      userId: user._id,
      kind,
      slot,
      status: "final",
      forDate: addDays(WEEK, at),
      timezone: "UTC",
      createdAt: DUE,
      updatedAt: DUE,
      version: 1,
      promptSet: "daily_habit",
      promptIds: [],
      passageRef: "",
      favourite: false,
      excludeFromInsights: false,
      marks: marksOf(keys, { kind, slot, favourite: false }, content),
      words: [],
      sealed: sealContent(keys, id, content),
      deletedAt: null,
    };
  });
}
