import { isIPv4 } from "node:net";
import { hostname } from "node:os";
import type { Transporter } from "nodemailer";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";

/** A mail as it leaves: knows addresses and text, nothing of the product. */
export type EmailMessage = {
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

/** A refusal of this message or recipient that another try cannot change (SMTP 5xx). */
export class MailRejectedError extends Error {
  override name = "MailRefusedError";
}

/** The commands that concern one message. A refusal of any other, such as EHLO or AUTH, concerns the settings. */
const MESSAGE_COMMANDS = new Set(["MAIL FROM", "RCPT TO", "DATA"]);

/** The name in EHLO (RFC 5321, 4.1.1.1): the host that people use, else the machine's own. */
function greetingName(): string {
  const host = env.isOriginNamed ? new URL(env.PUBLIC_ORIGIN).hostname : hostname();
  return isIPv4(host) ? `[${host}]` : host.replace(/^\[/, "[IPv6:").replace(/[^\w.:[\]-]/g, "-");
}

/** A connection to the relay at SMTP_URL. Each step has `timeoutMs`. */
export async function createSmtpTransport(url: string, timeoutMs: number): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    name: greetingName(),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs * 2,
    // Mail never reads files or addresses on its own.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The relay's own sentence, such as "501 5.5.2 Invalid domain", else an error code. Email addresses are left out. */
export function describeMailError(error: unknown): string {
  if (error instanceof MailRejectedError) return error.message;
  const { response, code, name } = error as { response?: string; code?: string; name?: string };
  const sentence = response
    ?.replace(/\s+/g, " ")
    .replace(/\S+@\S+/g, "(address)")
    .trim();
  return (sentence || code || name || "unknown").slice(0, 200);
}

let smtp: Transporter | undefined;

/** Whether letters leave this house. */
export const canSendMail = (): boolean => env.SMTP_URL !== undefined;

/**
 * Sends by SMTP_URL, or prints to the log when none is set: whole, with the links that only the log can give, or not at all.
 * @throws MailRefusedError, or a passing error to try again after
 */
export async function deliver(mail: EmailMessage, isTold: () => Promise<boolean>): Promise<Delivery> {
  if (!env.SMTP_URL) {
    if (await isTold()) log.info("mail.printed", { to: mail.to, subject: mail.subject, text: mail.text });
    return "printed";
  }
  const domain = env.PUBLIC_ORIGIN.replace(/^https?:\/\//, "").replace(/:\d+$/, "");
  try {
    smtp ??= await createSmtpTransport(env.SMTP_URL, 10_000);
    await smtp.sendMail({
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
    const { responseCode = 0, command = "" } = error as { responseCode?: number; command?: string };
    if (responseCode >= 500 && MESSAGE_COMMANDS.has(command))
      throw new MailRejectedError(describeMailError(error), { cause: error });
    throw error;
  }
}

/** Mail programs show a button for it (RFC 8058). */
function oneClick(address: string | undefined): Record<string, string> {
  if (!address) return {};
  return { "List-Unsubscribe": `<${address}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** Lets go of open connections. */
export function closeMailTransport(): void {
  smtp?.close();
  smtp = undefined;
}
