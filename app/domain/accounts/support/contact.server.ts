import { z } from "zod";
import { createIfMissing } from "#models/db/queries.server";
import { ContactMessageModel, type SpamIndicator } from "#models/form-submission.server";
import { UserModel } from "#models/user.server";
import { HOUR } from "~/domain/calendar/durations";
import { formatNumber } from "~/domain/calendar/locale";
import { emailField, emailKey } from "~/domain/identity/account-fields";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import { isolateBidi, type MailMessage } from "~/domain/reminders/mail/mail-message";
import { enqueueMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { sealForOperator } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { hashToken, isSigned, randomToken, sign } from "~/platform/signing.server";
import { CONTACT_MESSAGES, CONTACT_TOPICS, MESSAGE_LENGTH, NAME_LENGTH, TOPIC_LABELS } from "./contact";

/** Email to the operator. The visitor's input is in the body only, never in the subject. */
export function contactMail(
  to: string,
  { name, email, topic, message }: ContactMessage,
  marks: readonly string[],
): MailMessage {
  return {
    kind: "contact",
    to,
    replyTo: email,
    subject: t("Contact form: {topic}", { topic: TOPIC_LABELS[topic] }),
    lines: [
      t("{name} ({email}) wrote through the contact form.", { name: isolateBidi(name), email }),
      ...(marks.length
        ? [
            t("This may have been written by a program: {marks}.", {
              marks: marks.join(", ").replaceAll("_", " "),
            }),
          ]
        : []),
      message,
    ],
    after: [t("A reply to this email goes to the person who wrote.")],
  };
}

/** Copy for the sender. */
export function contactCopyMail({ email, message }: ContactMessage): MailMessage {
  return {
    kind: "contact-copy",
    to: email,
    subject: t("Your message to Still and Know"),
    lines: [
      t("Thank you for writing. This is a copy of your message; the answer comes to this address."),
      message,
    ],
    after: [
      t(
        "If you did not write to us, someone entered your address by mistake, and you can ignore this email.",
      ),
    ],
  };
}

const RETENTION_MS = 365 * 24 * HOUR;
/** Per hour: messages from one network, and copies to one address, so that the form cannot flood a mailbox. */
const LIMITS = { network: 5, copies: 3 };
/** A form filled in faster is probably sent by a bot. */
const MIN_FILL_MS = 3_000;
const PURPOSE = "contact form";

/** Signed render time, for the form's hidden field. */
export function contactFormStamp(): string {
  const time = now().getTime().toString(36);
  return `${time}.${sign(PURPOSE, time)}`;
}

/** Signs that a bot may have filled in the form. Never a reason to refuse it: password managers cause them too. */
export function spamIndicators(trap: { website?: string; opened?: string }): SpamIndicator[] {
  return [...(trap.website ? (["honeypot"] as const) : []), ...timeIndicators(trap.opened)];
}

function timeIndicators(opened = ""): SpamIndicator[] {
  const [time = "", signature = ""] = opened.split(".");
  if (!isSigned(PURPOSE, time, signature)) return ["no_time"];
  const elapsedMs = now().getTime() - Number.parseInt(time, 36);
  return elapsedMs >= 0 && elapsedMs < MIN_FILL_MS ? ["too_fast"] : [];
}

/**
 * Stores a message and queues the email to the operator and a copy for the sender. Idempotent per `submission`.
 * @returns false when the network has reached its limit
 */
export async function receiveContactMessage(
  message: ContactMessage,
  { marks, network, submission }: { marks: SpamIndicator[]; network: string; submission?: string },
): Promise<boolean> {
  if (!(await tryConsume(`contact network ${network}`, LIMITS.network, HOUR))) return false;
  const id = submission ? hashToken(`contactMessages|${submission}`).slice(0, 22) : randomToken(16);
  await storeMessage(id, message, marks);
  const operator = await operatorAddress();
  if (operator) await enqueueMail(`contact-${id}`, contactMail(operator, message, marks), null);
  else log.warn("contact.nobody_to_mail", { messageId: id });
  // Bots could send copies to other people's addresses.
  const isCopySent =
    !marks.includes("honeypot") && (await tryConsume(copiesTo(message.email), LIMITS.copies, HOUR));
  if (isCopySent) await enqueueMail(`contact-copy-${id}`, contactCopyMail(message), null);
  wakeMailRunner();
  return true;
}

const copiesTo = (email: string) => `contact copy ${emailKey(email)}`;

async function storeMessage(
  id: string,
  { topic, ...words }: ContactMessage,
  marks: SpamIndicator[],
): Promise<void> {
  const createdAt = now();
  // An earlier attempt may have stored the message and failed before it queued the email.
  await createIfMissing(ContactMessageModel, {
    _id: id,
    topic,
    sealed: sealForOperator(JSON.stringify(words), `contactMessages|${id}`),
    marks,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + RETENTION_MS),
  });
}

/** MAIL_CONTACT (`a@b.org` or `Name <a@b.org>`), else the first administrator. */
async function operatorAddress(): Promise<string | undefined> {
  if (env.MAIL_CONTACT) return /<([^<>]+)>$/.exec(env.MAIL_CONTACT)?.[1] ?? env.MAIL_CONTACT;
  const first = await UserModel.findOne({ isAdmin: true, status: "active" })
    .sort({ _id: 1 })
    .select({ email: 1 })
    .lean();
  return first?.email;
}

/** Counts code points, not UTF-16 units. */
const lengthOf = (text: string) => [...text].length;

function tooLong(text: string): string {
  return CONTACT_MESSAGES.messageLong({
    most: MESSAGE_LENGTH.most,
    count: formatNumber(lengthOf(text)),
  });
}

/** A name goes into an email, where a line break could start another line. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

export const ContactSchema = z.object({
  name: z
    .string({ error: CONTACT_MESSAGES.nameRequired })
    .overwrite(oneLine)
    .min(1, { error: CONTACT_MESSAGES.nameRequired, abort: true })
    .refine((name) => lengthOf(name) <= NAME_LENGTH, CONTACT_MESSAGES.nameLong({ most: NAME_LENGTH })),
  email: emailField,
  topic: z.enum(CONTACT_TOPICS, CONTACT_MESSAGES.topicRequired),
  message: z
    .string({ error: CONTACT_MESSAGES.messageRequired })
    .overwrite((text) => text.replace(/\r\n?/g, "\n").trim())
    .min(1, { error: CONTACT_MESSAGES.messageRequired, abort: true })
    .refine(
      (text) => lengthOf(text) >= MESSAGE_LENGTH.least,
      CONTACT_MESSAGES.messageShort({ least: MESSAGE_LENGTH.least }),
    )
    .refine((text) => lengthOf(text) <= MESSAGE_LENGTH.most, {
      error: ({ input }) => tooLong(String(input)),
    }),
  /** Honeypot: hidden from people. */
  website: z.string().optional(),
  /** See contactFormStamp. */
  opened: z.string().max(200).optional().catch(undefined),
});

export type ContactMessage = Pick<z.output<typeof ContactSchema>, "name" | "email" | "topic" | "message">;
