import { accountMail, type AccountMail } from "~/domain/accounts/account-mail";
import { adminMail, type AdminMail } from "~/domain/administration/alerts/mail";
import { insightMail, type InsightMail } from "~/domain/insights/insight-mail";
import { deletionMail, type DeletionMail } from "~/domain/accounts/deletion";
import { planMail, type PlanMail } from "~/domain/plans/changes/mail";
import { reminderMail, type ReminderMail } from "~/domain/reminders/reminder-mail";
import { contactCopyMail, contactMail } from "~/domain/support/contact-mail";
import type { ContactMessage } from "~/domain/support/contact-schema";

/** The mails of the product. They never hold journal text. */
export type MailOrder =
  | AccountMail
  | PlanMail
  | DeletionMail
  | ReminderMail
  | InsightMail
  | AdminMail
  | { kind: "contact"; to: string; message: ContactMessage; marks: string[] }
  | { kind: "contact-copy"; to: string; message: ContactMessage };

/** What a mail says, before it is laid out (`~/platform/mail/letter.server`). */
export type MailParts = {
  subject: string;
  lines: string[];
  link?: { url: string; label: string };
  after: string[];
};

export type MailLetter = MailParts & {
  replyTo?: string;
  /** Where one post ends mails of this kind (RFC 8058). */
  unsubscribe?: string;
};

/** What is written for an order. `origin` is the public address, never taken from a request. */
export function letterFor(order: MailOrder, origin: string): MailLetter {
  switch (order.kind) {
    case "verify-email":
    case "reset-password":
    case "have-account":
    case "name-taken":
    case "password-changed":
    case "email-change-old":
    case "email-change-new":
    case "email-changed":
      return accountMail(order, origin);
    case "plan-ending":
    case "plan-renewing":
      return planMail(order, origin);
    case "deletion-started":
    case "deletion-undone":
      return deletionMail(order, origin);
    case "reminder":
      return { ...reminderMail(order, origin), unsubscribe: order.unsubscribe };
    case "insight-ready":
      return { ...insightMail(order, origin), unsubscribe: order.unsubscribe };
    case "alert":
    case "test":
      return adminMail(order, origin);
    case "contact":
      return { ...contactMail(order.message, order.marks), replyTo: order.message.email };
    case "contact-copy":
      return contactCopyMail(order.message);
  }
}
