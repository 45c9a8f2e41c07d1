import { OutgoingMailModel } from "#models/outgoing-mail.server";
import { UserModel } from "#models/user.server";
import { USUAL_REMINDERS } from "~/domain/member/reminder-choice";
import { sendDueReminders } from "~/domain/reminders/send.server";
import { setClock } from "~/platform/clock";
import { newWrappedKey } from "~/platform/encryption.server";
import { CommandError } from "./command-error";

const NOW = new Date("2026-11-21T18:00:00Z");
const DAY_MS = 24 * 60 * 60_000;
const BATCH = 1_000;
/** So many of them have their evening at this very minute. */
const DUE = 1_000;

const inMb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

function reader(id: number, due: boolean) {
  const name = `bench_${id}`;
  return {
    _id: id,
    username: name,
    usernameKey: name,
    email: `${name}@example.test`,
    emailKey: `${name}@example.test`,
    passwordHash: "none",
    securityStamp: "bench",
    crypto: newWrappedKey(`users|${id}`),
    timezone: "UTC",
    eveningPromptTime: due ? "18:00" : "20:00",
    reminders: {
      ...USUAL_REMINDERS,
      email: true,
      nextAt: due ? NOW : new Date(NOW.getTime() + (id % 1_440) * 60_000 + 60_000),
    },
    createdAt: new Date(NOW.getTime() - DAY_MS),
  };
}

async function fill(from: number, to: number, due: (id: number) => boolean): Promise<void> {
  for (let first = from; first < to; first += BATCH)
    await UserModel.insertMany(
      Array.from({ length: Math.min(BATCH, to - first) }, (_, at) => reader(first + at, due(first + at))),
    );
}

async function round(): Promise<{ served: number; ms: number }> {
  const begun = performance.now();
  const served = await sendDueReminders(new AbortController().signal);
  return { served, ms: performance.now() - begun };
}

/** `npm run bench`: a round of reminders among few and among many people. Needs a separate, empty database. */
export async function benchReminders([count = "100000"]: string[]): Promise<string> {
  const people = Number(count);
  if (!Number.isInteger(people) || people < DUE)
    throw new CommandError(`Say how many people, ${DUE} or more.`);
  if (await UserModel.exists({})) throw new CommandError("This needs an empty database.");
  setClock(() => NOW);
  await fill(10, 10 + DUE, () => true);
  const few = await round();
  await fill(10 + DUE, 10 + people, (id) => id < 10 + 2 * DUE);
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
  const many = await round();
  clearInterval(watch);
  const idle = await round();
  return [
    `reminders by mail: ${few.served} of ${DUE} people due in ${few.ms.toFixed(0)} ms`,
    `${many.served} of ${people} people due in ${many.ms.toFixed(0)} ms, ${(many.ms / few.ms).toFixed(2)} times as long`,
    `a round with nobody due: ${idle.ms.toFixed(1)} ms; mails waiting: ${await OutgoingMailModel.countDocuments({})}`,
    `memory of the process, database included: ${inMb(before)} before, ${inMb(peak)} at most`,
  ].join("\n");
}
