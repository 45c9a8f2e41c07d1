import type { Letter } from "~/domain/mail/letter";
import { t } from "~/i18n/t";

/** `password`: the last one that they chose, or that of the day when the backup was made. */
export type RestoredMail = {
  to: string;
  day: string;
  password: "last" | "then";
  isSealOff: boolean;
  isSealed: boolean;
};

/** What becomes of a seal that a backup from before it does not have. */
const SEAL_IS_OFF = t(
  "You sealed your journal after that day, and the seal could not be put back: the server’s keys open it now. Please seal it again.",
);

/** Tells someone that everything is again as it was on an earlier day. */
export function restoredMail(
  { to, day, password, isSealOff, isSealed }: RestoredMail,
  origin: string,
): Letter {
  const lines = [
    t(
      "Something happened to the server of your Still and Know journal, and everything was put back from a copy of {day}. What you wrote after that day is not in it, and what you deleted after that day may be there again.",
      { day },
    ),
    password === "last"
      ? t("You have been signed out everywhere. Your password is the last one you chose.")
      : t(
          "You have been signed out everywhere. If you have chosen a new password since that day, the earlier one counts again: please change it.",
        ),
    t("Keys for programs have ended too. You can make new ones in the settings."),
  ];
  if (isSealed)
    lines.push(
      t(
        "Your journal is sealed, as it was before. What came from the copy is encrypted with your own key when you next sign in.",
      ),
    );
  if (isSealOff) lines.push(SEAL_IS_OFF);
  return {
    kind: "journal-restored",
    to,
    subject: t("Your journal was put back to {day}", { day }),
    lines,
    link: isSealOff
      ? { url: `${origin}/settings/security/seal`, label: t("Seal my journal") }
      : { url: `${origin}/login`, label: t("Sign in") },
    after: [],
  };
}
