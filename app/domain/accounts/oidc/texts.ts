import { t } from "~/i18n/t";

/** What is said of the house's own sign-in at more than one door. */
export const PROVIDER_TEXTS = {
  refused: {
    title: t("That sign-in did not work"),
    text: t(
      "Nobody has been signed in. Please try again; if it stays so, ask an administrator of this house.",
    ),
  },
  /** The same words whether there is such an account or not. */
  mayHaveAccount: {
    title: t("No account was made"),
    text: t(
      "If you have an account here already, please sign in with your password and connect the two in Settings, on the page Security.",
    ),
  },
  noEmail: {
    title: t("Your email address is missing"),
    text: t(
      "An account here needs one, and none was handed over to us. Please ask an administrator of this house.",
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
    text: t("This house takes no passwords, so the connection has to stay."),
  },
};

/** What is answered to a password in a house that takes no passwords. */
export const passwordsOff = (name: string) => ({
  title: t("No passwords here"),
  text: t("This house takes no passwords. Please sign in with {name}.", { name }),
});

/** The provider does not answer. */
export const providerAway = (name: string) => ({
  title: t("{name} does not answer just now", { name }),
  text: t("Nobody has been signed in. Please try again in a moment."),
});

/** The provider was to ask who someone is, and does not say that it did. */
export const providerAskedNobody = (name: string) => ({
  title: t("{name} did not ask who you are", { name }),
  text: t(
    "Nothing was done. Please sign out there and try again; if it stays so, ask an administrator of this site: the provider has to say when it last asked (auth_time).",
  ),
});
