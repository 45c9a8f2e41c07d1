import { createIfMissing, storedBytes } from "#models/db/queries.server";
import { OutgoingMailModel, type OutgoingMailRecord } from "#models/reminders.server";
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

/** Renders an email as text and HTML. */
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
 * The outbox: an email is queued in the same write as the change it belongs to (`pendingMail` of the user), then
 * moved to its own collection and sent at least once. Addresses and links are encrypted in both.
 */
const associatedData = (id: string) => `outgoingMail|${id}`;
const openStored = <T>(id: string, sealed: Uint8Array) =>
  JSON.parse(openForOperator(storedBytes(sealed), associatedData(id))) as T;

/** An encrypted email for `pendingMail` of a user. */
export function sealPendingMail(message: MailMessage, at: Date): PendingMail {
  const id = randomToken(16);
  return { id, kind: message.kind, sealed: sealForOperator(JSON.stringify(message), associatedData(id)), at };
}

/**
 * Moves pending emails of at most `limit` users to the outbox. After a crash the move repeats; the id prevents
 * duplicates.
 * @returns how many users had pending emails
 */
export async function collectPendingMail(limit = 50): Promise<number> {
  // Does not compare with the current time: an email that was queued while the clock was ahead must not wait.
  const users = await UserModel.find({ "pendingMail.at": { $gt: new Date(0) } })
    .select({ pendingMail: 1 })
    .limit(limit)
    .lean();
  for (const user of users) {
    for (const pending of user.pendingMail) {
      await enqueueMail(pending.id, openStored<MailMessage>(pending.id, pending.sealed), user._id);
      await UserModel.updateOne({ _id: user._id }, { $pull: { pendingMail: { id: pending.id } } });
    }
  }
  return users.length;
}

/** Queues an email idempotently by `id`. */
export async function enqueueMail(id: string, message: MailMessage, userId: number | null): Promise<void> {
  const at = now();
  await createIfMissing(OutgoingMailModel, {
    _id: id,
    kind: message.kind,
    userId,
    sealed: sealForOperator(JSON.stringify(renderMail(message)), associatedData(id)),
    state: "queued",
    nextTryAt: at,
    createdAt: at,
  });
}

type ClaimedMail = { record: OutgoingMailRecord; mail: EmailMessage };

/** Lease of the sending process; after it another process may claim the email. */
const CLAIM_MS = 2 * MINUTE;

/** Claims the next email that is due. */
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
  const content = openStored<Omit<EmailMessage, "id">>(record._id, record.sealed);
  return { record, mail: { id: record._id, ...content } };
}

/** Retention of finished emails for the operator. */
const RETENTION_MS = 30 * DAY;
const finishedFields = () => ({ finishedAt: now(), expiresAt: new Date(now().getTime() + RETENTION_MS) });

/** Erases the content of a sent email; a printed one stays readable for the operator. */
async function markDelivered(id: string, state: "sent" | "printed"): Promise<void> {
  const change = { state, ...finishedFields(), lastError: null };
  await OutgoingMailModel.updateOne(
    { _id: id },
    { $set: state === "sent" ? { ...change, sealed: Buffer.alloc(0) } : change },
  );
}

/** Schedules another attempt, or gives up when `next` is null. `reason` is the relay's reply, without addresses. */
export async function markFailed(id: string, next: Date | null, reason: string): Promise<void> {
  const change = next ? { state: "queued", nextTryAt: next } : { state: "dead", ...finishedFields() };
  await OutgoingMailModel.updateOne({ _id: id }, { $set: { ...change, lastError: reason.slice(0, 200) } });
}

/** Kinds of email with one-click unsubscribe (RFC 8058), and the setting that an unsubscription clears. */
const MAIL_LISTS = {
  reminders: { "reminders.email": false },
  insights: { "insights.mailNotice": false },
} as const;
type MailList = keyof typeof MAIL_LISTS;

const signingPurpose = (list: MailList) => `unsubscribe|${list}`;

/** Signed URL that unsubscribes one user from a kind of email without sign-in. */
export function unsubscribeUrl(list: MailList, userId: number): string {
  return `${secretLinkOrigin() ?? env.PUBLIC_ORIGIN}/unsubscribe/${list}.${userId}.${sign(signingPurpose(list), String(userId))}`;
}

/** Parses the token of an unsubscribe URL; null when the signature is invalid. */
export function readUnsubscribeToken(token: string): { list: MailList; userId: number } | null {
  const [list = "", userId = "", signature = ""] = token.split(".");
  if (!Object.hasOwn(MAIL_LISTS, list) || !/^\d{1,12}$/.test(userId)) return null;
  if (!isSigned(signingPurpose(list as MailList), userId, signature)) return null;
  return { list: list as MailList, userId: Number(userId) };
}

/** Clears the setting of a kind of email. Idempotent, also for a deleted user. */
export async function unsubscribe({ list, userId }: { list: MailList; userId: number }): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: MAIL_LISTS[list] });
}

/** State of the mail runner, which sends emails soon after they are queued; a job also wakes it at intervals. */
let running: Promise<void> | undefined;
let rerun = false;
let stopped = true;

export function startMailRunner(): void {
  stopped = false;
  wakeMailRunner();
}

/** Starts a run, or another one after the current run. Never throws, so that a mail failure does not fail a request. */
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

/** @internal Exported for tests. */
export async function sendDueMail(): Promise<void> {
  while ((await collectPendingMail()) > 0);
  for (let next = await claimMail(); next; next = await claimMail()) await send(next);
}

/** Without a mail relay, emails are printed to the log only until an administrator exists who can pass on their links. */
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
