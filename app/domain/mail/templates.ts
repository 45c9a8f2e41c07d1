import { adminMail, type AdminMail } from "~/domain/administration/admin-mail";
import { insightMail, type InsightMail } from "~/domain/insights/insight-mail";
import { deletionMail, type DeletionMail } from "~/domain/accounts/deletion";
import { planMail, type PlanMail } from "~/domain/plans/plan-mail";
import { reminderMail, type ReminderMail } from "~/domain/reminders/reminder-mail";
import { contactCopyMail, contactMail } from "~/domain/support/contact-mail";
import type { ContactMessage } from "~/domain/support/contact-schema";
import { LANGUAGE } from "~/words/language";
import { templatesWords } from "~/words/mail/templates";

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
  const text =
    [...lines, ...(link ? [link.url] : []), ...after, templatesWords.stillAndKnow].join("\n\n") + "\n";
  const paragraph = (line: string) => `<p>${escapeHtml(line).replaceAll("\n", "<br>")}</p>`;
  const button = link
    ? `<p><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;background:#3f5f45;color:#ffffff;text-decoration:none;border-radius:4px">${escapeHtml(link.label)}</a></p><p style="font-size:14px">${escapeHtml(link.url)}</p>`
    : "";
  const html = `<!doctype html><html lang="${LANGUAGE}"><meta charset="utf-8"><title>${escapeHtml(subject)}</title><body style="font-family:Georgia,serif;font-size:17px;line-height:1.6;color:#23211c;background:#fbf9f4;padding:24px"><div style="max-width:34em;margin:0 auto">${lines.map(paragraph).join("")}${button}${after.map(paragraph).join("")}<p>${templatesWords.stillAndKnow}</p></div></body></html>`;
  return { subject, text, html };
}

/** Renders an order. `origin` is the public address, never taken from a request. */
export function renderMail(order: MailOrder, origin: string): MailText {
  switch (order.kind) {
    case "verify-email":
      return compose({
        subject: templatesWords.verifyYourEmailAddress,
        lines: [templatesWords.welcomeToStillAndKnow, templatesWords.pleaseOpenThisLinkAndPress],
        link: { url: `${origin}/verify-email?token=${order.secret}`, label: templatesWords.verifyMyEmail },
        after: [templatesWords.theLinkWorksForADay],
      });
    case "reset-password":
      return compose({
        subject: templatesWords.chooseANewPassword,
        lines: [templatesWords.askedForANewPassword],
        link: {
          url: `${origin}/auth/reset-password?token=${order.secret}`,
          label: templatesWords.chooseANewPassword,
        },
        after: [templatesWords.theLinkWorksForMinutes],
      });
    case "have-account":
      return compose({
        subject: templatesWords.youHaveAnAccountAlready,
        lines: [templatesWords.triedToRegister],
        link: { url: `${origin}/auth/reset-password`, label: templatesWords.chooseANewPassword },
        after: [templatesWords.ifItWasNotYou],
      });
    case "name-taken":
      return compose({
        subject: templatesWords.pleaseChooseAnotherUsername,
        lines: [templatesWords.triedATakenUsername],
        link: { url: `${origin}/auth/register`, label: templatesWords.createAnAccount },
        after: [templatesWords.ifItWasNotYouDoNothing],
      });
    case "password-changed":
      return compose({
        subject: templatesWords.yourPasswordHasBeenChanged,
        lines: [templatesWords.thePasswordOfYourStill],
        link: { url: `${origin}/auth/reset-password`, label: templatesWords.chooseANewPassword },
        after: [templatesWords.ifThisWasYou],
      });
    case "email-change-old":
      return compose({
        subject: templatesWords.isThisChangeOfAddressYours,
        lines: [templatesWords.askedForAnotherAddress],
        link: {
          url: `${origin}/auth/confirm-email?token=${order.secret}`,
          label: templatesWords.confirmTheChange,
        },
        after: [templatesWords.aSecondMailHasGone],
      });
    case "email-change-new":
      return compose({
        subject: templatesWords.confirmYourNewEmailAddress,
        lines: [templatesWords.thisAddressIsToBecome],
        link: {
          url: `${origin}/auth/confirm-email?token=${order.secret}`,
          label: templatesWords.confirmThisAddress,
        },
        after: [templatesWords.theLinkWorksFor24Hours],
      });
    case "email-changed":
      return compose({
        subject: templatesWords.yourEmailAddressIsChanged,
        lines: [templatesWords.theEmailAddressOfYourStill],
        after: [templatesWords.ifThisWasNotYou],
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
