import { duplicateKeyFields } from "#models/db/failures.server";
import { storedBytes } from "#models/db/stored-bytes.server";
import { OutgoingMailModel, type OutgoingMailRecord } from "#models/outgoing-mail.server";
import { UserModel } from "#models/user.server";
import type { PendingMail } from "#models/user/account.server";
import { DAY, MINUTE, notPassed } from "~/domain/calendar/durations";
import { currentInstanceSettings } from "~/domain/operations/instance-settings.server";
import { LANGUAGE } from "~/i18n/language";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { openForOperator, sealForOperator } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { secretMailOrigin } from "~/platform/link-origin.server";
import { renderMailDocument } from "~/platform/mail/render-mail.server";
import type { Mail } from "~/platform/mail/transport.server";
import { isSigned, randomToken, sign } from "~/platform/signing.server";
import { MAX_RETRY_WAIT_MS, type MailMessage } from "./letter";

/** A letter as it is sent: its text, the same in HTML, and what belongs into its head. */
export function renderMail({
  to,
  subject,
  lines,
  link,
  after,
  replyTo,
  unsubscribe,
}: MailMessage): Omit<Mail, "id"> {
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
const place = (id: string) => `outgoingMail|${id}`;

/** A letter as it rests in the user's record until the runner takes it. */
export function sealPendingMail(letter: MailMessage, at: Date): PendingMail {
  const id = randomToken(16);
  return { id, kind: letter.kind, sealed: sealForOperator(JSON.stringify(letter), place(id)), at };
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
        openForOperator(storedBytes(pending.sealed), place(pending.id)),
      ) as MailMessage;
      await enqueue(pending.id, letter, user._id);
      await UserModel.updateOne({ _id: user._id }, { $pull: { pendingMail: { id: pending.id } } });
    }
  }
  return users.length;
}

/** Puts a mail into the outbox under an id of the caller's: the same id twice is one mail. */
export async function enqueue(id: string, letter: MailMessage, userId: number | null): Promise<void> {
  const at = now();
  try {
    await OutgoingMailModel.create({
      _id: id,
      kind: letter.kind,
      userId,
      sealed: sealForOperator(JSON.stringify(renderMail(letter)), place(id)),
      state: "queued",
      nextTryAt: at,
      createdAt: at,
    });
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
  }
}

export type ClaimedMail = { record: OutgoingMailRecord; mail: Mail };

/** While a mail is being sent it belongs to one process; after this time another may take it. */
const CLAIM_MS = 2 * MINUTE;

/** Takes the next mail that is due, for this process alone. */
export async function claimMail(): Promise<ClaimedMail | null> {
  const at = now();
  const { $gt: notBefore, $lte: latest } = notPassed(at, MAX_RETRY_WAIT_MS);
  const claim = (nextTryAt: { $lte: Date } | { $gt: Date }) =>
    OutgoingMailModel.findOneAndUpdate(
      { state: { $in: ["queued", "sending"] }, nextTryAt },
      { $set: { state: "sending", nextTryAt: new Date(at.getTime() + CLAIM_MS) }, $inc: { tries: 1 } },
      { sort: { nextTryAt: 1 }, returnDocument: "after" },
    ).lean();
  const record = (await claim({ $lte: notBefore })) ?? (await claim({ $gt: latest }));
  if (!record) return null;
  const content = JSON.parse(openForOperator(storedBytes(record.sealed), place(record._id))) as Omit<
    Mail,
    "id"
  >;
  return { record, mail: { id: record._id, ...content } };
}

/** What is done with, sent or not, is kept for the operator to look up and then forgotten. */
const KEEP_MS = 30 * DAY;
const finished = () => ({ finishedAt: now(), expiresAt: new Date(now().getTime() + KEEP_MS) });

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
const LISTS = {
  reminders: { "reminders.email": false },
  insights: { "insights.mailNotice": false },
} as const;
export type MailList = keyof typeof LISTS;

const purpose = (list: MailList) => `unsubscribe|${list}`;

/** The way out of a kind of mail, for one person. It needs no sign-in and can do nothing else. */
export function unsubscribeAddress(list: MailList, userId: number): string {
  return `${secretMailOrigin() ?? env.PUBLIC_ORIGIN}/unsubscribe/${list}.${userId}.${sign(purpose(list), String(userId))}`;
}

/** What such an address is for, or null when we did not make it. */
export function readUnsubscribe(token: string): { list: MailList; userId: number } | null {
  const [list = "", userId = "", signature = ""] = token.split(".");
  if (!Object.hasOwn(LISTS, list) || !/^\d{1,12}$/.test(userId)) return null;
  if (!isSigned(purpose(list as MailList), userId, signature)) return null;
  return { list: list as MailList, userId: Number(userId) };
}

/** Ends a kind of email. Doing it twice, or for someone who is gone, is as good as once. */
export async function unsubscribe({ list, userId }: { list: MailList; userId: number }): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: LISTS[list] });
}
