import type { Letter } from "~/domain/mail/letter";
import { t } from "~/i18n/t";

export type SealMail = { kind: "journal-sealed" | "journal-unsealed"; to: string };

/** The emails that say that a journal has been sealed, or that the seal was taken off. */
export function sealMail({ kind, to }: SealMail, origin: string): Letter {
  if (kind === "journal-sealed")
    return {
      kind,
      to,
      subject: t("Your journal has been sealed"),
      lines: [
        t(
          "Your Still and Know journal has just been sealed, and you have been signed out everywhere else. From now on it opens with your password, or with one of your recovery codes. Please keep the codes in a safe place: without the password and the codes, nobody can open your journal again.",
        ),
      ],
      link: { url: `${origin}/settings/security/seal`, label: t("Your sealed journal") },
      after: [t("If this was not you, please write to us through the contact page at once.")],
    };
  return {
    kind,
    to,
    subject: t("Your journal is no longer sealed"),
    lines: [
      t(
        "The seal of your Still and Know journal has just been taken off, and you have been signed out everywhere else. Your journal is still encrypted, with a key that the server keeps.",
      ),
    ],
    link: { url: `${origin}/settings/security`, label: t("Security settings") },
    after: [
      t(
        "If this was you, all is well. If it was not, someone knows your password: please change it at once.",
      ),
    ],
  };
}
