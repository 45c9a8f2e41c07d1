import { InsightModel } from "#models/insight.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { addDays, localMoment } from "~/domain/calendar/local-day";
import { localeSettingsFrom } from "~/domain/calendar/locale";
import { memberFrom, todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { failureOf } from "~/domain/operations/failures.server";
import type { MailMessage } from "~/domain/reminders/mail/mail-message";
import { enqueueMail, unsubscribeUrl } from "~/domain/reminders/mail/outbox.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { countMetric } from "~/platform/metrics.server";
import { linkOrigin } from "~/platform/request-context.server";
import { hashToken } from "~/platform/signing.server";
import { insightId } from "./insights.server";
import { makeInsight } from "./make-insight.server";
import { endOfCurrentWeek, lastFullWeek } from "./week";

type WeekSettings = Pick<UserRecord, "timezone" | "weekStart" | "locale">;
const firstWeekday = (user: WeekSettings) => localeSettingsFrom(user).weekStart;
const nextWeekEnd = (user: WeekSettings) =>
  endOfCurrentWeek(todayIn(user.timezone), firstWeekday(user), user.timezone || "UTC");

/**
 * Stores the next due times, in one write per batch. If this write is missing after an interruption, the next
 * run finds the insights made and does not make them again.
 */
async function scheduleNext(results: { user: UserRecord; next: Date }[]): Promise<void> {
  await UserModel.bulkWrite(
    results.map(({ user, next }) => ({
      updateOne: {
        // Compare-and-set: a concurrent change of the due time wins.
        filter: { _id: user._id, insightsDueAt: user.insightsDueAt },
        update: { $set: { insightsDueAt: next } },
      },
    })),
    { ordered: false },
  );
}

/** Email notice that an insight is ready, without its content. `unsubscribe` is a URL for one-click POST. */
function insightMail(to: string, unsubscribe: string, origin: string): MailMessage {
  return {
    kind: "insight-ready",
    to,
    unsubscribe,
    subject: t("A look back on your week"),
    lines: [t("Your weekly insight is ready. It is waiting for you, and for no one else:")],
    link: { url: `${origin}/insights`, label: t("Look back on my week") },
    after: [t("You asked for this email in Insights. To stop it, open {unsubscribe}", { unsubscribe })],
  };
}

const BATCH_SIZE = 100;
/** Insights made in parallel, because each waits for the database or a model most of the time. */
const MAX_CONCURRENT_INSIGHTS = 8;
/** Delay before a failed insight is retried. */
const RETRY_MS = HOUR;
/** Latest possible due time: a week and the hours of a clock change. */
const MAX_DUE_MS = 7 * DAY + 2 * HOUR;

/**
 * Makes the insights of all users whose week has ended, a batch at a time. The due time moves on only after an
 * insight is made, so an interrupted run resumes.
 */
export async function runWeeklyInsights(signal: AbortSignal): Promise<{ users: number }> {
  let users = 0;
  // Due times set by a wrong clock are removed; `scheduleNewUsers` sets new ones.
  const isTooLate = { $gt: new Date(now().getTime() + MAX_DUE_MS) };
  await UserModel.updateMany({ insightsDueAt: isTooLate }, { $set: { insightsDueAt: null } });
  while (!signal.aborted && (await scheduleNewUsers()) > 0);
  while (!signal.aborted) {
    // Sealed journals can be read in their member's session only; see `makeMissedInsights`.
    const due = await UserModel.find({ insightsDueAt: { $lte: now() }, sealing: null })
      .sort({ insightsDueAt: 1, _id: 1 })
      .limit(BATCH_SIZE)
      .lean();
    if (due.length === 0) break;
    users += await makeBatch(due, signal);
  }
  await logSealedWeeks();
  return { users };
}

let lastLoggedCount = 0;

/** Logs the number of sealed journals with a due insight whenever the number changes. */
async function logSealedWeeks(): Promise<void> {
  const pending = await UserModel.countDocuments({ insightsDueAt: { $lte: now() }, sealing: { $ne: null } });
  if (pending !== lastLoggedCount) log.info("insights.sealed_weeks_wait", { people: pending });
  lastLoggedCount = pending;
}

/**
 * Sets the due time of users without one to the end of their current week, a batch at a time.
 * @returns the size of the batch
 */
async function scheduleNewUsers(): Promise<number> {
  const users = await UserModel.find(
    { insightsDueAt: null },
    { _id: 1, timezone: 1, weekStart: 1, locale: 1 },
  )
    .limit(BATCH_SIZE)
    .lean();
  if (users.length === 0) return 0;
  await UserModel.bulkWrite(
    users.map((user) => ({
      updateOne: {
        filter: { _id: user._id, insightsDueAt: null },
        update: { $set: { insightsDueAt: nextWeekEnd(user) } },
      },
    })),
    { ordered: false },
  );
  return users.length;
}

async function makeBatch(users: UserRecord[], signal: AbortSignal): Promise<number> {
  const queue = [...users];
  const results: { user: UserRecord; next: Date }[] = [];
  const worker = async () => {
    for (let user = queue.shift(); user && !signal.aborted; user = queue.shift())
      results.push({ user, next: await makeOne(user) });
  };
  try {
    await Promise.all(Array.from({ length: MAX_CONCURRENT_INSIGHTS }, worker));
  } finally {
    if (results.length > 0) await scheduleNext(results);
  }
  return results.length;
}

async function makeOne(user: UserRecord): Promise<Date> {
  try {
    if (user.status === "active" && user.emailVerifiedAt) await makeFor(user);
    return nextWeekEnd(user);
  } catch (error) {
    // A failed database or a full disk ends the run.
    if (failureOf(error)) throw error;
    log.error("insight.not_made", error, { userId: user._id });
    countMetric("insight_failures");
    return new Date(now().getTime() + RETRY_MS);
  }
}

async function makeFor(user: UserRecord): Promise<void> {
  const weekStart = lastFullWeek(todayIn(user.timezone), firstWeekday(user));
  await makeInsight(memberFrom(user), weekStart);
  if (user.insights?.mailNotice) await sendNotice(user, weekStart);
}

/** Sends the notice once: the id of the email is derived from the week. */
async function sendNotice(user: UserRecord, weekStart: string): Promise<void> {
  const id = insightId(user._id, weekStart);
  const isReady = await InsightModel.exists({ _id: id, status: "ready" });
  if (!isReady) return;
  const unsubscribe = unsubscribeUrl("insights", user._id);
  await enqueueMail(
    hashToken(`insight-ready|${id}`),
    insightMail(user.email, unsubscribe, linkOrigin()),
    user._id,
  );
}

const MAX_MISSED_WEEKS = 12;

/** Makes the insights of weeks that ended while a sealed journal was locked, newest first. */
export async function makeMissedInsights(member: Member): Promise<void> {
  const user = await UserModel.findById(member.id).lean();
  if (!user?.insightsDueAt || user.insightsDueAt > now()) return;
  const weekday = firstWeekday(user);
  const oldest = lastFullWeek(localMoment(user.insightsDueAt, user.timezone).date, weekday);
  let weekStart = lastFullWeek(todayIn(user.timezone), weekday);
  for (let weeks = 0; weeks < MAX_MISSED_WEEKS && weekStart >= oldest; weeks++) {
    await makeInsight(member, weekStart);
    weekStart = addDays(weekStart, -7);
  }
  await scheduleNext([{ user, next: nextWeekEnd(user) }]);
}
