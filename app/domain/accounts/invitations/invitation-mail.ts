import type { Letter } from "~/domain/mail/letter";
import { t } from "~/i18n/t";

/** The email that carries an invitation. */
export function invitationMail(to: string, link: string): Letter {
  return {
    kind: "invitation",
    to,
    subject: t("You are invited to Still and Know"),
    lines: [
      t(
        "You have been invited to a private journal of prayer: a few quiet minutes in the morning and in the evening.",
      ),
      t("Your account is waiting to be made here:"),
    ],
    link: { url: link, label: t("Accept the invitation") },
    after: [
      t(
        "The link works once, for seven days, and your address counts as verified with it. If you do not want an account, you can ignore this email.",
      ),
    ],
  };
}
