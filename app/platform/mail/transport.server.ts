import type { Transporter } from "nodemailer";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";

/** A mail as it leaves: knows addresses and text, nothing of the product. */
export type Mail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** An address at which one post ends mails of this kind. */
  unsubscribe?: string;
};
export type Delivery = "sent" | "printed";

/** A refusal that another try cannot change (SMTP 5xx). */
export class MailRefusedError extends Error {
  override name = "MailRefusedError";
}

let smtp: Transporter | undefined;

async function transporter(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  smtp ??= createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // Mail never reads files or addresses on its own.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return smtp;
}

/** Whether letters leave this house. */
export const sendsMail = (): boolean => env.SMTP_URL !== undefined;

/**
 * Sends by SMTP_URL, or prints to the log when none is set: whole, with the links that only the log can give, or not at all.
 * @throws MailRefusedError, or a passing error to try again after
 */
export async function deliver(mail: Mail, isTold: () => Promise<boolean>): Promise<Delivery> {
  if (!env.SMTP_URL) {
    if (await isTold()) log.info("mail.printed", { to: mail.to, subject: mail.subject, text: mail.text });
    return "printed";
  }
  const domain = env.PUBLIC_ORIGIN.replace(/^https?:\/\//, "").replace(/:\d+$/, "");
  try {
    const open = await transporter(env.SMTP_URL);
    await open.sendMail({
      from: env.MAIL_FROM,
      to: { name: "", address: mail.to },
      replyTo: mail.replyTo ? { name: "", address: mail.replyTo } : undefined,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      // The same id on every try: a repeat after a lost answer can be recognised.
      messageId: `<${mail.id}@${domain}>`,
      headers: { "Auto-Submitted": "auto-generated", ...oneClick(mail.unsubscribe) },
    });
    return "sent";
  } catch (error) {
    const code = (error as { responseCode?: number }).responseCode ?? 0;
    if (code >= 500) throw new MailRefusedError(`refused with ${code}`);
    throw error;
  }
}

/** Mail programs show a button for it (RFC 8058). */
function oneClick(address: string | undefined): Record<string, string> {
  if (!address) return {};
  return { "List-Unsubscribe": `<${address}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** Lets go of open connections. */
export function closeMail(): void {
  smtp?.close();
  smtp = undefined;
}
