import { t } from "~/i18n/t";
import { PASSKEYS } from "./limits";

/** What is said of passkeys at more than one door. */
export const PASSKEY_TEXTS = {
  refused: {
    title: t("That passkey was not accepted"),
    text: t("Nobody has been signed in. Please try again, or use your password."),
  },
  notAdded: {
    title: t("The passkey was not added"),
    text: t("Nothing has changed. Please try again."),
  },
  tooMany: {
    title: t("There are {most} passkeys already", { most: PASSKEYS.most }),
    text: t("Please remove one that you no longer need."),
  },
  tooOften: {
    title: t("Too many passkeys for today"),
    text: t("Each new one sends an email, so there are only a few a day. Please try again tomorrow."),
  },
  added: {
    title: t("Passkey added"),
    text: t("From now on it signs you in, without your password."),
  },
  removed: {
    title: t("Passkey removed"),
    text: t("It no longer opens your account, and what was begun with a passkey elsewhere has ended."),
  },
  /** Where the house has one sign-in for everything. */
  notHere: {
    title: t("No passkeys here"),
    text: t("This house has a sign-in of its own, and it is the only way in."),
  },
} as const;

/** Too many have come with passkeys from one place. */
export const passkeysLocked = (seconds: number) =>
  t("Too many login attempts. Please wait {seconds} seconds before trying again.", { seconds });
