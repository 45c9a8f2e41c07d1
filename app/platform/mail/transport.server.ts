import { isIPv4 } from "node:net";
import { hostname } from "node:os";
import type { Transporter } from "nodemailer";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";

/** An email ready to send. */
export type EmailMessage = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** One-click unsubscribe URL (RFC 8058). */
  unsubscribe?: string;
};
export type Delivery = "sent" | "printed";

/** The relay rejected this message or recipient permanently (SMTP 5xx): a retry cannot succeed. */
export class MailRejectedError extends Error {
  override name = "MailRejectedError";
}

/** SMTP commands about one message. A rejection of any other command, such as EHLO or AUTH, is a configuration error. */
const MESSAGE_COMMANDS = new Set(["MAIL FROM", "RCPT TO", "DATA"]);

/** The name in EHLO (RFC 5321, 4.1.1.1): the host of PUBLIC_ORIGIN, else the machine's host name. */
function greetingName(): string {
  const host = env.isOriginNamed ? new URL(env.PUBLIC_ORIGIN).hostname : hostname();
  return isIPv4(host) ? `[${host}]` : host.replace(/^\[/, "[IPv6:").replace(/[^\w.:[\]-]/g, "-");
}

/**
 * Creates a transport to the relay at `url`. Connecting and greeting time out after `timeoutMs`, an idle socket after
 * twice that.
 */
export async function createSmtpTransport(url: string, timeoutMs: number): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    name: greetingName(),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs * 2,
    // Messages must not embed files or fetched URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The relay's response, such as "501 5.5.2 Invalid domain", else an error code; email addresses are removed. */
export function describeMailError(error: unknown): string {
  if (error instanceof MailRejectedError) return error.message;
  const { response, code, name } = error as { response?: string; code?: string; name?: string };
  const reply = response
    ?.replace(/\s+/g, " ")
    .replace(/\S+@\S+/g, "(address)")
    .trim();
  return (reply || code || name || "unknown").slice(0, 200);
}

let smtp: Transporter | undefined;

export const canSendMail = (): boolean => env.SMTP_URL !== undefined;

/**
 * Sends a message through SMTP_URL. Without SMTP_URL it is printed whole to the log, with its links, if `mayPrint` allows.
 * @throws MailRejectedError, or a temporary error after which a retry may succeed
 */
export async function deliver(mail: EmailMessage, mayPrint: () => Promise<boolean>): Promise<Delivery> {
  if (!env.SMTP_URL) {
    if (await mayPrint()) log.info("mail.printed", { to: mail.to, subject: mail.subject, text: mail.text });
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
      // The same in all attempts, so that receivers recognise a copy sent again after a lost response.
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

/** Headers of one-click unsubscription (RFC 8058). */
function oneClick(url: string | undefined): Record<string, string> {
  if (!url) return {};
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** Closes the connections to the relay; the next email opens new ones. */
export function closeMailTransport(): void {
  smtp?.close();
  smtp = undefined;
}
