import { duplicateKeyFields } from "#models/db/failures.server";
import { storedBytes } from "#models/db/queries.server";
import { OutgoingMailModel, type OutgoingMailRecord } from "#models/outgoing-mail.server";
import { UserModel } from "#models/user.server";
import type { PendingMail } from "#models/user/account.server";
import { DAY, MINUTE, pendingDeadline } from "~/domain/calendar/durations";
import { currentInstanceSettings } from "~/domain/operations/instance-settings.server";
import { LANGUAGE, t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { openForOperator, sealForOperator } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { renderMailDocument } from "~/platform/mail/render-mail.server";
import {
  closeMailTransport,
  deliver,
  describeMailError,
  MailRejectedError,
  type EmailMessage,
} from "~/platform/mail/transport.server";
import { countMetric } from "~/platform/metrics.server";
import { secretLinkOrigin } from "~/platform/request-context.server";
import { isSigned, randomToken, sign } from "~/platform/signing.server";
import { MAX_RETRY_WAIT_MS, nextRetryAt, type MailMessage } from "./mail-message";

/** A letter as it is sent: its text, the same in HTML, and what belongs into its head. */
export function renderMail({
  to,
  subject,
  lines,
  link,
  after,
  replyTo,
  unsubscribe,
}: MailMessage): Omit<EmailMessage, "id"> {
  const paper = {
    language: LANGUAGE,
    name: [t("Still and Know"), currentInstanceSettings().houseName].filter(Boolean).join(" · "),
  };
  const written = renderMailDocument({ subject, lines, link, after }, paper);
  return { to, subject, ...written, ...(replyTo && { replyTo }), ...(unsubscribe && { unsubscribe }) };
}

/**
 * The outbox: mail is queued in the same write as the change it belongs to (`pendingMail` of the user), moved from
 * there to its own collection, and sent at least once. Addresses and links are sealed wherever they rest.
 */
const associatedData = (id: string) => `outgoingMail|${id}`;

/** A letter as it rests in the user's record until the runner takes it. */
export function sealPendingMail(letter: MailMessage, at: Date): PendingMail {
  const id = randomToken(16);
  return { id, kind: letter.kind, sealed: sealForOperator(JSON.stringify(letter), associatedData(id)), at };
}

/** Moves waiting letters of at most `limit` users to the outbox. A crash in between repeats the move, not the mail. */
export async function collectPendingMail(limit = 50): Promise<number> {
  // Whenever it was queued: a clock that was ahead delays no mail.
  const users = await UserModel.find({ "pendingMail.at": { $gt: new Date(0) } })
    .select({ pendingMail: 1 })
    .limit(limit)
    .lean();
  for (const user of users) {
    for (const pending of user.pendingMail) {
      const letter = JSON.parse(
        openForOperator(storedBytes(pending.sealed), associatedData(pending.id)),
      ) as MailMessage;
      await enqueueMail(pending.id, letter, user._id);
      await UserModel.updateOne({ _id: user._id }, { $pull: { pendingMail: { id: pending.id } } });
    }
  }
  return users.length;
}

/** Puts a mail into the outbox under an id of the caller's: the same id twice is one mail. */
export async function enqueueMail(id: string, letter: MailMessage, userId: number | null): Promise<void> {
  const at = now();
  try {
    await OutgoingMailModel.create({
      _id: id,
      kind: letter.kind,
      userId,
      sealed: sealForOperator(JSON.stringify(renderMail(letter)), associatedData(id)),
      state: "queued",
      nextTryAt: at,
      createdAt: at,
    });
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
  }
}

export type ClaimedMail = { record: OutgoingMailRecord; mail: EmailMessage };

/** While a mail is being sent it belongs to one process; after this time another may take it. */
const CLAIM_MS = 2 * MINUTE;

/** Takes the next mail that is due, for this process alone. */
export async function claimMail(): Promise<ClaimedMail | null> {
  const at = now();
  const { $gt: notBefore, $lte: latest } = pendingDeadline(at, MAX_RETRY_WAIT_MS);
  const claim = (nextTryAt: { $lte: Date } | { $gt: Date }) =>
    OutgoingMailModel.findOneAndUpdate(
      { state: { $in: ["queued", "sending"] }, nextTryAt },
      { $set: { state: "sending", nextTryAt: new Date(at.getTime() + CLAIM_MS) }, $inc: { tries: 1 } },
      { sort: { nextTryAt: 1 }, returnDocument: "after" },
    ).lean();
  const record = (await claim({ $lte: notBefore })) ?? (await claim({ $gt: latest }));
  if (!record) return null;
  const content = JSON.parse(openForOperator(storedBytes(record.sealed), associatedData(record._id))) as Omit<
    EmailMessage,
    "id"
  >;
  return { record, mail: { id: record._id, ...content } };
}

/** What is done with, sent or not, is kept for the operator to look up and then forgotten. */
const RETENTION_MS = 30 * DAY;
const finished = () => ({ finishedAt: now(), expiresAt: new Date(now().getTime() + RETENTION_MS) });

/** What was sent no longer needs its content; what was only printed stays readable for the operator. */
export async function markDelivered(id: string, state: "sent" | "printed"): Promise<void> {
  const change = { state, ...finished(), lastError: null };
  await OutgoingMailModel.updateOne(
    { _id: id },
    { $set: state === "sent" ? { ...change, sealed: Buffer.alloc(0) } : change },
  );
}

/** Puts a mail back for another try, or gives it up. `reason` is the relay's sentence, without addresses. */
export async function markFailed(id: string, next: Date | null, reason: string): Promise<void> {
  const change = next ? { state: "queued", nextTryAt: next } : { state: "dead", ...finished() };
  await OutgoingMailModel.updateOne({ _id: id }, { $set: { ...change, lastError: reason.slice(0, 200) } });
}

/** Kinds of email that one click ends (RFC 8058), and the wish that it withdraws. */
const MAIL_LISTS = {
  reminders: { "reminders.email": false },
  insights: { "insights.mailNotice": false },
} as const;
export type MailList = keyof typeof MAIL_LISTS;

const purpose = (list: MailList) => `unsubscribe|${list}`;

/** The way out of a kind of mail, for one person. It needs no sign-in and can do nothing else. */
export function unsubscribeUrl(list: MailList, userId: number): string {
  return `${secretLinkOrigin() ?? env.PUBLIC_ORIGIN}/unsubscribe/${list}.${userId}.${sign(purpose(list), String(userId))}`;
}

/** What such an address is for, or null when we did not make it. */
export function readUnsubscribeToken(token: string): { list: MailList; userId: number } | null {
  const [list = "", userId = "", signature = ""] = token.split(".");
  if (!Object.hasOwn(MAIL_LISTS, list) || !/^\d{1,12}$/.test(userId)) return null;
  if (!isSigned(purpose(list as MailList), userId, signature)) return null;
  return { list: list as MailList, userId: Number(userId) };
}

/** Ends a kind of email. Doing it twice, or for someone who is gone, is as good as once. */
export async function unsubscribe({ list, userId }: { list: MailList; userId: number }): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: MAIL_LISTS[list] });
}

/** Sends what waits in the outbox, soon after it is queued; a job wakes it at intervals. */
let running: Promise<void> | undefined;
let rerun = false;
let stopped = true;

export function startMailRunner(): void {
  stopped = false;
  wakeMailRunner();
}

/** Asks for a round now; during a round, for one more after it. Never fails: mail is not worth an answer to a person. */
export function wakeMailRunner(): void {
  if (stopped) return;
  if (running) {
    rerun = true;
    return;
  }
  running = sendDueMail()
    .catch((error: unknown) => log.error("mail.round_failed", error))
    .finally(() => {
      running = undefined;
      if (rerun) {
        rerun = false;
        wakeMailRunner();
      }
    });
}

export async function stopMailRunner(): Promise<void> {
  stopped = true;
  await running;
  closeMailTransport();
}

/**
 * One round: everything that waits and is due.
 * @internal Exported for tests.
 */
export async function sendDueMail(): Promise<void> {
  while ((await collectPendingMail()) > 0);
  for (let next = await claimMail(); next; next = await claimMail()) await send(next);
}

/** Links are in the log only until there is an administrator, who can hand them over. */
const hasNoAdministrator = async () => (await UserModel.exists({ isAdmin: true })) === null;

async function send({ record, mail }: ClaimedMail): Promise<void> {
  try {
    await markDelivered(record._id, await deliver(mail, hasNoAdministrator));
    log.info("mail.delivered", { mailId: record._id, kind: record.kind, tries: record.tries });
  } catch (error) {
    countMetric("mail_failures");
    const at = now();
    const next =
      error instanceof MailRejectedError
        ? null
        : nextRetryAt(record.tries, record.createdAt, at, Math.random());
    await markFailed(record._id, next, describeMailError(error));
    log.warn(next ? "mail.delayed" : "mail.given_up", {
      mailId: record._id,
      kind: record.kind,
      tries: record.tries,
    });
  }
}
