import { MINUTE } from "~/domain/calendar/durations";
import { t } from "~/i18n/t";

/** How many passkeys a person has at most, how long a name may be, and how long a browser has to answer. */
export const PASSKEYS = { most: 10, name: 60, answerMs: 5 * MINUTE } as const;

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
  allowed: {
    title: t("Your passkey opens your journal"),
    text: t("Next time it signs you in and opens your sealed journal, without your password."),
  },
  closed: {
    title: t("Your passkey no longer opens your journal"),
    text: t("It still signs you in; your sealed journal then asks for your password."),
  },
  notAllowed: {
    title: t("The passkey does not open your journal"),
    text: t("Nothing has changed. Please try again."),
  },
  /** The browser or the authenticator has no PRF. */
  cannot: {
    title: t("This passkey cannot open a sealed journal"),
    text: t(
      "The device or the browser it lives in cannot compute a key for us. It still signs you in. Another passkey, or a newer browser, may be able to.",
    ),
  },
  changed: {
    title: t("Not done"),
    text: t("Something was changed in another window. Please look at this page again."),
  },
  /** Where a page is locked, and this passkey may not open a sealed journal. */
  needsPassword: t("This passkey does not open your sealed journal. Please use your password."),
  /** Where the house has one sign-in for everything. */
  notHere: {
    title: t("No passkeys here"),
    text: t("This house has a sign-in of its own, and it is the only way in."),
  },
} as const;

/** Too many wrong passkeys have come from one network. */
export const passkeysLocked = (seconds: number) =>
  t("Too many login attempts. Please wait {seconds} seconds before trying again.", { seconds });
