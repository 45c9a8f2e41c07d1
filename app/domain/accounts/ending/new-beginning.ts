import { DAY } from "~/domain/calendar/durations";
import type { Letter } from "~/domain/mail/letter";
import { t } from "~/i18n/t";

/** How long the old password can take it back. */
export const BEGINNING_MS = 7 * DAY;

/** What the pages say to someone whose sealed journal opens no more. `day` is in words. */
export const beginningTexts = (day: string) => ({
  asked: {
    title: t("Your new beginning is on {day}", { day }),
    text: t(
      "Every device has been signed out. Until then you can undo it: sign in with your old password, and everything stays as it was.",
    ),
    tone: "info" as const,
  },
  notYet: {
    title: t("This password counts from {day}", { day }),
    text: t(
      "On that day your journal begins again, empty. Until then your old password would still open it, if it comes back to you.",
    ),
  },
});

export const JOURNAL_STAYS = {
  title: t("Your journal stays"),
  text: t(
    "Someone had asked to destroy what is written in it and to begin again. You can still open it, so nothing will be destroyed.",
  ),
  tone: "success" as const,
};

export type BeginningMail = { kind: "beginning-asked" | "begun-again"; to: string; day: string };

/** The emails at both ends of the seven days. */
export function beginningMail({ kind, to, day }: BeginningMail, origin: string): Letter {
  if (kind === "beginning-asked")
    return {
      kind,
      to,
      subject: t("Your journal will begin again on {day}", { day }),
      lines: [
        t(
          "Someone, we hope you, has asked to begin again without the recovery codes of your sealed journal. On {day} everything that was written in it is destroyed, and the new password counts. Every device has been signed out.",
          { day },
        ),
      ],
      link: { url: `${origin}/login`, label: t("Sign in") },
      after: [
        t(
          "If it was not you, or if you remember it: signing in with your old password before that day keeps everything.",
        ),
      ],
    };
  return {
    kind,
    to,
    subject: t("Your journal has begun again"),
    lines: [
      t(
        "What was sealed has been destroyed, as you asked. Your account is as it was, and you can sign in with the new password.",
      ),
    ],
    link: { url: `${origin}/login`, label: t("Sign in") },
    after: [],
  };
}
