import { t } from "~/i18n/t";

type CookieNote = { name: string; purpose: string; lasts: string };

/** Every cookie that the server sets, as listed on the cookie page (accounts.test.ts). */
export const COOKIES: CookieNote[] = [
  {
    name: "sid",
    purpose: t("Keeps you signed in. A random number; everything else stays on the server."),
    lasts: t("Until you close the browser or sign out; at most 30 days if you ticked “Remember me”"),
  },
  {
    name: "visitor",
    purpose: t(
      "Ties the forms on a page to your browser before you sign in, so that no one else can send them in your name.",
    ),
    lasts: t("Until you close the browser"),
  },
  {
    name: "pending",
    purpose: t("Holds your place between the password and the code, if you use two-step sign-in."),
    lasts: t("5 minutes"),
  },
  {
    name: "trip",
    purpose: t(
      "Only for single sign-on: proves, when you return, that you started here. Encrypted; nobody else can read it.",
    ),
    lasts: t("Until you are back; at most 15 minutes"),
  },
  {
    name: "held",
    purpose: t(
      "Opens what you wrote if your session ended before you sent it, once you have signed in again. Holds a random number.",
    ),
    lasts: t("1 hour"),
  },
  {
    name: "registered",
    purpose: t(
      "Remembers which account was made in this browser, so that the link in our email signs you in here. A number, signed; with single sign-on also a scrambled mark of it.",
    ),
    lasts: t("Until the link is used; at most 1 day"),
  },
  {
    name: "prayer",
    purpose: t(
      "Opens what you wrote on “Today” before you had an account, so that it is in your journal when you first sign in. Holds a random number.",
    ),
    lasts: t("1 day"),
  },
  {
    name: "dev",
    purpose: t(
      "Remembers that someone has signed in from this browser before, so that strangers who try your account elsewhere cannot lock you out. Holds a random number and scrambled marks, no address.",
    ),
    lasts: t("180 days"),
  },
  {
    name: "link-verify, link-reset, link-email, link-methods",
    purpose: t(
      "Keeps the secret of a link in our email out of your browser’s history while you use that link.",
    ),
    lasts: t("Until the link is used; at most 30 minutes"),
  },
  {
    name: "toast",
    purpose: t("Carries one short message, such as “Login successful”, to the next page."),
    lasts: t("Until that page is shown"),
  },
  {
    name: "ab",
    purpose: t(
      "Remembers which of two versions of our front page you were shown, so that it stays the same, and a random number so that one visit is counted once. Nothing about you.",
    ),
    lasts: t("180 days"),
  },
  {
    name: "demo_mode",
    purpose: t("Remembers that you asked for the demo in place of our front page."),
    lasts: t("Until you leave the demo or close the browser"),
  },
  {
    name: "lock",
    purpose: t("Remembers after how many minutes without use your journal locks on this device."),
    lasts: t("180 days, or until you choose “Never”"),
  },
  {
    name: "lastLoginEmail",
    purpose: t("Fills in your email on the sign-in page, if you ticked “Remember me”."),
    lasts: t("180 days, or until you sign in without the tick"),
  },
  {
    name: "rememberSession",
    purpose: t("Remembers that you ticked “Remember me”."),
    lasts: t("180 days, or until you sign in without the tick"),
  },
];
