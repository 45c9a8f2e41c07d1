import { MINUTE } from "~/domain/calendar/durations";
import { t } from "~/i18n/t";

/** Messages about single sign-on that several routes share. */
export const OIDC_TEXTS = {
  refused: {
    title: t("That sign-in did not work"),
    text: t("You have not been signed in. Please try again; if it keeps happening, ask an administrator."),
  },
  /** The same message whether or not the account exists. */
  mayHaveAccount: {
    title: t("No account was made"),
    text: t(
      "If you have an account here already, please sign in with your password and connect the two in Settings, on the page Security.",
    ),
  },
  noEmail: {
    title: t("Your email address is missing"),
    text: t(
      "An account here needs an email address, and your sign-in provider did not send one. Please ask an administrator.",
    ),
  },
  otherAccount: {
    title: t("Already connected"),
    text: t("That sign-in belongs to another account here."),
  },
  noPassword: {
    title: t("Not without a password"),
    text: t("To disconnect it, please choose a password first: nothing else would open your account."),
  },
  onlyWay: {
    title: t("This is the only way in"),
    text: t("This site does not use passwords, so your account has to stay connected."),
  },
};

/** Reply to a password on an instance with single sign-on only. */
export const passwordsDisabledText = (name: string) => ({
  title: t("No passwords here"),
  text: t("This site does not use passwords. Please sign in with {name}.", { name }),
});

export const oidcUnavailable = (name: string) => ({
  title: t("{name} does not answer just now", { name }),
  text: t("You have not been signed in. Please try again in a moment."),
});

/** The provider did not confirm that it re-authenticated the member. */
export const oidcAuthTimeMissing = (name: string) => ({
  title: t("{name} did not ask who you are", { name }),
  text: t(
    "Nothing was done. Please sign out there and try again; if it stays so, ask an administrator of this site: the provider has to say when it last asked (auth_time).",
  ),
});

/** Limits: passkeys per member, characters of a name, and the time to answer a challenge. */
export const PASSKEYS = { most: 10, name: 60, answerMs: 5 * MINUTE } as const;

/** Messages about passkeys that several routes share. */
export const PASSKEY_TEXTS = {
  refused: {
    title: t("That passkey was not accepted"),
    text: t("You have not been signed in. Please try again, or use your password."),
  },
  notAdded: {
    title: t("The passkey was not added"),
    text: t("Nothing has changed. Please try again."),
  },
  tooMany: {
    title: t("You already have {most} passkeys", { most: PASSKEYS.most }),
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
    text: t("It no longer opens your account, and other sessions started with a passkey have ended."),
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
  /** The browser or authenticator does not support PRF. */
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
  /** Shown on a locked page. */
  needsPassword: t("This passkey does not open your sealed journal. Please use your password."),
  /** Shown on an instance with single sign-on only. */
  notHere: {
    title: t("No passkeys here"),
    text: t("This site uses single sign-on, and there is no other way to sign in."),
  },
} as const;

export const passkeysLocked = (seconds: number) =>
  t("Too many login attempts. Please wait {seconds} seconds before trying again.", { seconds });

/** Messages of the pages about a sealed journal. */
export const SEAL_TEXTS = {
  sealed: {
    title: t("Your journal is sealed"),
    text: t("You have been signed out everywhere else."),
    tone: "success",
  },
  unsealed: {
    title: t("Your journal is no longer sealed"),
    text: t("You have been signed out everywhere else."),
    tone: "success",
  },
  /** Concurrent change, or the texts are still being re-encrypted. */
  changed: {
    title: t("Not yet"),
    text: t(
      "Your entries are still being encrypted with a new key, or something was changed in another window. Please look at this page again in a quarter of an hour.",
    ),
  },
  expired: {
    title: t("These codes are no longer valid"),
    text: t("Nothing has been sealed. Please begin again with new codes."),
  },
} as const;

export const WRONG_SEAL_CODE = t("That is not one of your eight codes.");

/** Field errors of the recovery code at a password reset. */
export const RESET_CODE_TEXTS = {
  required: t("Please enter one of your recovery codes."),
  wrong: t("That is not one of your recovery codes, or it has already been used."),
} as const;

/** Shown while a visitor's prayer from `/today` waits for a registration, and once it is in the new journal. */
export const WAITING_PRAYER = t("Your words are waiting. They are kept for a day.");
export const FIRST_PRAYER_SAVED = t("Your first prayer is in your journal.");

/** Notice of "If I am no longer here" on an instance without email. */
export const NO_LEGACY_MAIL = {
  title: t("This needs email"),
  text: t(
    "This site sends no email, and without it no one could be asked or told in time. Nothing will happen to your journal.",
  ),
};

export const REGISTRATION_REFUSALS = {
  invite: {
    title: t("Registration is by invitation"),
    text: t("You need an invitation to create an account here. If you would like one, please write to us."),
  },
  closed: {
    title: t("No new accounts"),
    text: t("No new accounts can be created here. If you think you should have one, please write to us."),
  },
  dead: {
    title: t("This invitation no longer works"),
    text: t(
      "It was used or withdrawn, is older than seven days, or was mistyped. For a new one, please write to us.",
    ),
  },
} as const;
