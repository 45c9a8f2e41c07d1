export type CookieNote = { name: string; purpose: string; lasts: string };

/** Every cookie that is set, as the cookie page lists them. Whoever adds a cookie adds its line here. */
export const COOKIES: CookieNote[] = [
  {
    name: "sid",
    purpose: "Keeps you signed in. A random number; everything else stays on the server.",
    lasts: "Until you close the browser or log out; 30 days at most if you ticked “Remember me”",
  },
  {
    name: "visitor",
    purpose:
      "Ties the forms of a page to your browser before you sign in, so that nobody else can send them in your name.",
    lasts: "Until you close the browser",
  },
  {
    name: "pending",
    purpose: "Holds your place between the password and the code, if you use two-step sign-in.",
    lasts: "5 minutes",
  },
  {
    name: "held",
    purpose:
      "Opens what you wrote when your session had ended before you sent it, once you have signed in again. Holds a random number.",
    lasts: "1 hour",
  },
  {
    name: "dev",
    purpose:
      "Says that somebody has signed in from this browser before, so that strangers who try your account elsewhere cannot lock you out. Holds a random number and scrambled marks, no address.",
    lasts: "180 days",
  },
  {
    name: "link-verify, link-reset, link-email",
    purpose:
      "Keeps the secret of a link from our mail out of your browser’s history while you use that link.",
    lasts: "Until the link is used, 30 minutes at most",
  },
  {
    name: "toast",
    purpose: "Carries one short message, such as “Login successful”, to the next page.",
    lasts: "Until that page is shown",
  },
  {
    name: "ab",
    purpose:
      "Remembers which of two versions of our front page you were shown, so that it stays the same, and a random number by which one visit is counted once. Nothing about you.",
    lasts: "180 days",
  },
  {
    name: "demo_mode",
    purpose: "Remembers that you are looking at the demonstration, so that our front page leads back to it.",
    lasts: "Until you leave the demonstration or close the browser",
  },
  {
    name: "lastLoginEmail",
    purpose: "Fills in your email on the sign-in page, if you ticked “Remember me”.",
    lasts: "180 days, or until you sign in without the tick",
  },
  {
    name: "rememberSession",
    purpose: "Remembers that you ticked “Remember me”.",
    lasts: "180 days, or until you sign in without the tick",
  },
];
