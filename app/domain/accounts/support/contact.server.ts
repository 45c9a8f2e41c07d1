import { z } from "zod";
import { ContactMessageModel, type SpamIndicator } from "#models/contact-message.server";
import { duplicateKeyFields } from "#models/db/failures.server";
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

/** For the operator. What a stranger typed is only in the text, never in the subject. */
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

/** For the person who wrote. */
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
/** Messages an hour from one network, and copies an hour to one address: no inbox is filled through this form. */
const LIMITS = { network: 5, copies: 3 };
/** No person reads and fills in the form faster. */
const MIN_FILL_MS = 3_000;
const PURPOSE = "contact form";

/** When the form is shown: the time, signed, for its hidden field. */
export function contactFormStamp(): string {
  const time = now().getTime().toString(36);
  return `${time}.${sign(PURPOSE, time)}`;
}

/** What says that a program may have filled in the form. Never a reason to refuse: password managers are programs too. */
export function botSignals(trap: { website?: string; opened?: string }): SpamIndicator[] {
  return [...(trap.website ? (["honeypot"] as const) : []), ...timeSignals(trap.opened)];
}

function timeSignals(opened = ""): SpamIndicator[] {
  const [time = "", signature = ""] = opened.split(".");
  if (!isSigned(PURPOSE, time, signature)) return ["no_time"];
  const elapsedMs = now().getTime() - Number.parseInt(time, 36);
  return elapsedMs >= 0 && elapsedMs < MIN_FILL_MS ? ["too_fast"] : [];
}

/**
 * Keeps a message and mails it to the operator, with a copy to its sender. Every step may
 * be repeated for the same submission and still makes one message and one mail each. False when the network has sent enough.
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
  // What fell into the trap gets no copy: a program could be writing to someone else's address.
  const copied =
    !marks.includes("honeypot") && (await tryConsume(copiesTo(message.email), LIMITS.copies, HOUR));
  if (copied) await enqueueMail(`contact-copy-${id}`, contactCopyMail(message), null);
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
  try {
    await ContactMessageModel.create({
      _id: id,
      topic,
      sealed: sealForOperator(JSON.stringify(words), `contactMessages|${id}`),
      marks,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + RETENTION_MS),
    });
  } catch (error) {
    // Kept already, by a run that did not get as far as its mail.
    if (!duplicateKeyFields(error)) throw error;
  }
}

/** MAIL_CONTACT, or the first administrator; both forms of an address, `a@b.org` and `Name <a@b.org>`. */
async function operatorAddress(): Promise<string | undefined> {
  if (env.MAIL_CONTACT) return /<([^<>]+)>$/.exec(env.MAIL_CONTACT)?.[1] ?? env.MAIL_CONTACT;
  const first = await UserModel.findOne({ isAdmin: true, status: "active" })
    .sort({ _id: 1 })
    .select({ email: 1 })
    .lean();
  return first?.email;
}

/** People count characters, not UTF-16. */
const lengthOf = (text: string) => [...text].length;

function tooLong(text: string): string {
  return CONTACT_MESSAGES.messageLong({
    most: MESSAGE_LENGTH.most,
    count: formatNumber(lengthOf(text)),
  });
}

/** One line, even if more was pasted: a name goes into mail, where a line break begins something else. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

/** The rules of the contact form. */
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
  /** The trap: people never see it. */
  website: z.string().optional(),
  /** When the form was shown, signed. */
  opened: z.string().max(200).optional().catch(undefined),
});

/** What someone wants to tell the operator. */
export type ContactMessage = Pick<z.output<typeof ContactSchema>, "name" | "email" | "topic" | "message">;
