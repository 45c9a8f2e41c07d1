import { houseChoices } from "~/domain/house/house-now.server";
import { LANGUAGE } from "~/i18n/language";
import { t } from "~/i18n/t";
import { writeLetter } from "~/platform/mail/letter.server";
import type { Mail } from "~/platform/mail/transport.server";
import type { Letter } from "./letter";

/** A letter as it is sent: its text, the same in HTML, and what belongs into its head. */
export function renderLetter({
  to,
  subject,
  lines,
  link,
  after,
  replyTo,
  unsubscribe,
}: Letter): Omit<Mail, "id"> {
  const paper = {
    language: LANGUAGE,
    name: [t("Still and Know"), houseChoices().houseName].filter(Boolean).join(" · "),
  };
  const written = writeLetter({ subject, lines, link, after }, paper);
  return { to, subject, ...written, ...(replyTo && { replyTo }), ...(unsubscribe && { unsubscribe }) };
}
