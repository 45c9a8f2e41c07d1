import { LANGUAGE } from "~/i18n/language";
import { t } from "~/i18n/t";
import { writeLetter } from "~/platform/mail/letter.server";
import { letterFor, type MailOrder } from "./templates";

/** An order as it is sent. `origin` is the public address, never taken from a request. */
export function renderMail(order: MailOrder, origin: string) {
  const { lines, link, after, ...head } = letterFor(order, origin);
  const paper = { language: LANGUAGE, name: t("Still and Know") };
  return { ...head, ...writeLetter({ subject: head.subject, lines, link, after }, paper) };
}
