import { InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { OutgoingMailModel } from "#models/outgoing-mail.server";
import { UserModel } from "#models/user.server";
import { addDays } from "~/domain/calendar/local-day";
import { runWeeklyInsights } from "~/domain/insights/week/weekly-run.server";
import { NO_CONTENT } from "~/domain/journal/entries/content";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { USUAL_REMINDERS } from "~/domain/member/reminder-choice";
import { sendDueReminders } from "~/domain/reminders/send.server";
import { setClock } from "~/platform/clock";
import { newWrappedKey } from "~/platform/encryption.server";
import { load, told, watched } from "../../measure.mjs";
import { insertPeople, sealedEntry } from "./people";

const WEEK = "2026-11-09";
const NOW = new Date("2026-11-16T08:00:00Z");
const AT_ONCE = 250;
const TEXTS = [
  "The frost on the garden gate, and my sister’s call before work.",
  "We sang at supper. The hospital letter came again, and I do not know what to answer.",
  "Rain on the window, bread from the neighbour. I am grateful, and tired, and I slept badly again.",
];
const inMs = ({ seconds }: { seconds: number }) => seconds * 1000;

/** People whose week has ended, with an entry for each of the texts. */
async function insertWriters(first: number, count: number): Promise<void> {
  await insertPeople(first, count, (n) => ({
    crypto: newWrappedKey(`users|${first + n}`),
    timezone: "UTC",
    createdAt: NOW,
    insightsDueAt: NOW,
  }));
  const entries = (await UserModel.find({ _id: { $gte: first } }).lean()).flatMap((user) =>
    TEXTS.map((text, at) => {
      const answers = [{ key: "thanks", question: "", text }];
      const own = { _id: `${user._id}-${at}`, userId: user._id, forDate: addDays(WEEK, at), createdAt: NOW };
      const habit = { kind: "habit" as const, slot: "morning" as const, promptSet: "daily_habit" as const };
      return sealedEntry(memberFrom(user), { ...own, ...habit }, { ...NO_CONTENT, answers });
    }),
  );
  await JournalEntryModel.insertMany(entries, { lean: true });
}

/** How many weekly insights are made in a second, and what a round costs that has nothing to do. */
async function insights(people: number): Promise<string[]> {
  for (let made = 0; made < people; made += AT_ONCE) await insertWriters(1_000_000 + made, AT_ONCE);
  const run = () => watched(() => runWeeklyInsights(new AbortController().signal));
  const { result, seconds, busy, megabytes } = await run();
  const idle = inMs(await run());
  return [
    `weekly insights: ${result.users} people, ${await InsightModel.countDocuments({ status: "ready" })} made; ${load()}`,
    told("people a second", (result.users / seconds).toFixed(0)),
    told("people a second of processor time", (result.users / busy).toFixed(0)),
    told("memory at most, above before, database included, MB", megabytes.toFixed(0)),
    told("a round with nothing to do, ms", idle.toFixed(1)),
  ];
}

/** A round of reminders among few and among many people: it must cost what is due, and not who is there. */
async function reminders(due: number, people: number): Promise<string[]> {
  const insertReaders = (first: number, count: number, isDue: (n: number) => boolean) =>
    insertPeople(first, count, (n) => {
      const nextAt = isDue(n) ? NOW : new Date(NOW.getTime() + ((n % 1_440) + 1) * 60_000);
      return {
        timezone: "UTC",
        morningPromptTime: "08:00",
        reminders: { ...USUAL_REMINDERS, email: true, nextAt },
      };
    });
  const round = () => watched(() => sendDueReminders(new AbortController().signal));
  await insertReaders(10, due, () => true);
  const few = await round();
  await insertReaders(10 + due, people - due, (n) => n < due);
  const many = await round();
  const idle = inMs(await round());
  return [
    `reminders by mail: ${people.toLocaleString("en")} people; ${load()}`,
    told(`${few.result} due among ${due}, ms`, inMs(few).toFixed(0)),
    told(
      `${many.result} due among all, ms`,
      `${inMs(many).toFixed(0)}, ${(inMs(many) / inMs(few)).toFixed(2)} times`,
    ),
    told("a round with nobody due, ms", idle.toFixed(1)),
    told("mails waiting", String(await OutgoingMailModel.countDocuments({}))),
  ];
}

/** The two jobs that look at every account. */
export async function jobs(isShort: boolean): Promise<string> {
  setClock(() => NOW);
  const mails = isShort ? await reminders(50, 500) : await reminders(1_000, 100_000);
  return [...mails, "", ...(await insights(isShort ? 250 : 10_000))].join("\n");
}
