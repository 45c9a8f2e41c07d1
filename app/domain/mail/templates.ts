import { adminMail, type AdminMail } from "~/domain/administration/admin-mail";
import { insightMail, type InsightMail } from "~/domain/insights/insight-mail";
import { deletionMail, type DeletionMail } from "~/domain/accounts/deletion";
import { planMail, type PlanMail } from "~/domain/plans/plan-mail";
import { reminderMail, type ReminderMail } from "~/domain/reminders/reminder-mail";
import { contactCopyMail, contactMail } from "~/domain/support/contact-mail";
import type { ContactMessage } from "~/domain/support/contact-schema";

/** The mails of the product: pure text and html. They never hold journal text. */
export type MailOrder =
  | { kind: "verify-email"; to: string; secret: string }
  | { kind: "reset-password"; to: string; secret: string }
  | { kind: "have-account"; to: string }
  | { kind: "name-taken"; to: string }
  | { kind: "password-changed"; to: string }
  | { kind: "email-change-old"; to: string; secret: string }
  | { kind: "email-change-new"; to: string; secret: string }
  | { kind: "email-changed"; to: string }
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

type Parts = { subject: string; lines: string[]; link?: { url: string; label: string }; after: string[] };

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function compose({ subject, lines, link, after }: Parts): MailText {
  const text = [...lines, ...(link ? [link.url] : []), ...after, "Still and Know"].join("\n\n") + "\n";
  const paragraph = (line: string) => `<p>${escapeHtml(line).replaceAll("\n", "<br>")}</p>`;
  const button = link
    ? `<p><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;background:#3f5f45;color:#ffffff;text-decoration:none;border-radius:4px">${escapeHtml(link.label)}</a></p><p style="font-size:14px">${escapeHtml(link.url)}</p>`
    : "";
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(subject)}</title><body style="font-family:Georgia,serif;font-size:17px;line-height:1.6;color:#23211c;background:#fbf9f4;padding:24px"><div style="max-width:34em;margin:0 auto">${lines.map(paragraph).join("")}${button}${after.map(paragraph).join("")}<p>Still and Know</p></div></body></html>`;
  return { subject, text, html };
}

/** Renders an order. `origin` is the public address, never taken from a request. */
export function renderMail(order: MailOrder, origin: string): MailText {
  switch (order.kind) {
    case "verify-email":
      return compose({
        subject: "Verify your email address",
        lines: [
          "Welcome to Still and Know.",
          "Please open this link and press the button there, and your account is ready:",
        ],
        link: { url: `${origin}/verify-email?token=${order.secret}`, label: "Verify my email" },
        after: ["The link works once, for 24 hours. If you did not create an account, you need do nothing."],
      });
    case "reset-password":
      return compose({
        subject: "Choose a new password",
        lines: [
          "Somebody, hopefully you, asked to choose a new password for Still and Know. You can do so here:",
        ],
        link: { url: `${origin}/auth/reset-password?token=${order.secret}`, label: "Choose a new password" },
        after: [
          "The link works once, for 30 minutes. If it was not you, you need do nothing: your password stays as it is.",
        ],
      });
    case "have-account":
      return compose({
        subject: "You have an account already",
        lines: [
          "Somebody, hopefully you, has just tried to register this address with Still and Know. It has an account already. If you do not remember the password, you can choose a new one here:",
        ],
        link: { url: `${origin}/auth/reset-password`, label: "Choose a new password" },
        after: ["If it was not you, you need do nothing: nothing has changed."],
      });
    case "name-taken":
      return compose({
        subject: "Please choose another username",
        lines: [
          "Somebody, hopefully you, has just tried to register this address with Still and Know. The username was already somebody else's, so no account was made. Please try again with another one:",
        ],
        link: { url: `${origin}/auth/register`, label: "Create an account" },
        after: ["If it was not you, you need do nothing."],
      });
    case "password-changed":
      return compose({
        subject: "Your password has been changed",
        lines: [
          "The password of your Still and Know account has just been changed, and other sessions have been ended.",
        ],
        link: { url: `${origin}/auth/reset-password`, label: "Choose a new password" },
        after: [
          "If this was you, all is well. If it was not, please choose a new password at once at the address above.",
        ],
      });
    case "email-change-old":
      return compose({
        subject: "Is this change of address yours?",
        lines: [
          "Somebody, hopefully you, asked to use another email address for your Still and Know account. If it was you, please confirm it here:",
        ],
        link: { url: `${origin}/auth/confirm-email?token=${order.secret}`, label: "Confirm the change" },
        after: [
          "A second mail has gone to the new address; both must be confirmed within 24 hours. If it was not you, do not press anything, and please choose a new password.",
        ],
      });
    case "email-change-new":
      return compose({
        subject: "Confirm your new email address",
        lines: [
          "This address is to become the one of a Still and Know account. If that is right, please confirm it here:",
        ],
        link: { url: `${origin}/auth/confirm-email?token=${order.secret}`, label: "Confirm this address" },
        after: ["The link works for 24 hours. If you know nothing of it, you need do nothing."],
      });
    case "email-changed":
      return compose({
        subject: "Your email address has been changed",
        lines: [
          "The email address of your Still and Know account has been changed, as confirmed from both mailboxes.",
        ],
        after: ["If this was not you, please write to us through the contact page."],
      });
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
