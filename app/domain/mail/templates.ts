import { accountMail, type AccountMail } from "~/domain/accounts/account-mail";
import { adminMail, type AdminMail } from "~/domain/administration/admin-mail";
import { insightMail, type InsightMail } from "~/domain/insights/insight-mail";
import { deletionMail, type DeletionMail } from "~/domain/accounts/deletion";
import { planMail, type PlanMail } from "~/domain/plans/plan-mail";
import { reminderMail, type ReminderMail } from "~/domain/reminders/reminder-mail";
import { contactCopyMail, contactMail } from "~/domain/support/contact-mail";
import type { ContactMessage } from "~/domain/support/contact-schema";
import { LANGUAGE } from "~/i18n/language";
import { t } from "~/i18n/t";

/** The mails of the product: pure text and html. They never hold journal text. */
export type MailOrder =
  | AccountMail
  | PlanMail
  | DeletionMail
  | ReminderMail
  | InsightMail
  | AdminMail
  | { kind: "contact"; to: string; message: ContactMessage; marks: string[] }
  | { kind: "contact-copy"; to: string; message: ContactMessage };

export type MailText = {
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** Where one post ends mails of this kind (RFC 8058). */
  unsubscribe?: string;
};

/** What a mail says, before it is laid out. */
export type MailParts = {
  subject: string;
  lines: string[];
  link?: { url: string; label: string };
  after: string[];
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function compose({ subject, lines, link, after }: MailParts): MailText {
  const text = [...lines, ...(link ? [link.url] : []), ...after, t("Still and Know")].join("\n\n") + "\n";
  const paragraph = (line: string) => `<p>${escapeHtml(line).replaceAll("\n", "<br>")}</p>`;
  const button = link
    ? `<p><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;background:#3f5f45;color:#ffffff;text-decoration:none;border-radius:4px">${escapeHtml(link.label)}</a></p><p style="font-size:14px">${escapeHtml(link.url)}</p>`
    : "";
  const html = `<!doctype html><html lang="${LANGUAGE}"><meta charset="utf-8"><title>${escapeHtml(subject)}</title><body style="font-family:Georgia,serif;font-size:17px;line-height:1.6;color:#23211c;background:#fbf9f4;padding:24px"><div style="max-width:34em;margin:0 auto">${lines.map(paragraph).join("")}${button}${after.map(paragraph).join("")}<p>${t("Still and Know")}</p></div></body></html>`;
  return { subject, text, html };
}

/** Renders an order. `origin` is the public address, never taken from a request. */
export function renderMail(order: MailOrder, origin: string): MailText {
  switch (order.kind) {
    case "verify-email":
    case "reset-password":
    case "have-account":
    case "name-taken":
    case "password-changed":
    case "email-change-old":
    case "email-change-new":
    case "email-changed":
      return compose(accountMail(order, origin));
    case "plan-ending":
    case "plan-renewing":
      return compose(planMail(order, origin));
    case "deletion-started":
    case "deletion-undone":
      return compose(deletionMail(order, origin));
    case "reminder":
      return { ...compose(reminderMail(order, origin)), unsubscribe: order.unsubscribe };
    case "insight-ready":
      return { ...compose(insightMail(order, origin)), unsubscribe: order.unsubscribe };
    case "alert":
    case "test":
      return compose(adminMail(order, origin));
    case "contact":
      return { ...compose(contactMail(order.message, order.marks)), replyTo: order.message.email };
    case "contact-copy":
      return compose(contactCopyMail(order.message));
  }
}
