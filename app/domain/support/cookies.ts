import { cookiesWords } from "~/words/support/cookies";

export type CookieNote = { name: string; purpose: string; lasts: string };

/** Every cookie that is set, as the cookie page lists them. Whoever adds a cookie adds its line here. */
export const COOKIES: CookieNote[] = [
  {
    name: "sid",
    purpose: cookiesWords.keepsYouSignedIn,
    lasts: cookiesWords.untilYouLogOut,
  },
  {
    name: "visitor",
    purpose: cookiesWords.tiesTheFormsOfAPage,
    lasts: cookiesWords.untilYouCloseTheBrowser,
  },
  {
    name: "pending",
    purpose: cookiesWords.holdsYourPlaceBetween,
    lasts: "5 minutes",
  },
  {
    name: "held",
    purpose: cookiesWords.opensWhatYouWrote,
    lasts: "1 hour",
  },
  {
    name: "dev",
    purpose: cookiesWords.saysThatSomebodyHasSigned,
    lasts: "180 days",
  },
  {
    name: "link-verify, link-reset, link-email",
    purpose: cookiesWords.keepsTheSecretOfALink,
    lasts: cookiesWords.untilTheLinkIsUsed,
  },
  {
    name: "toast",
    purpose: cookiesWords.carriesOneShortMessage,
    lasts: cookiesWords.untilThatPageIsShown,
  },
  {
    name: "ab",
    purpose: cookiesWords.remembersWhichOfTwoVersions,
    lasts: "180 days",
  },
  {
    name: "demo_mode",
    purpose: cookiesWords.remembersThatYouAreLooking,
    lasts: cookiesWords.untilYouLeaveTheDemonstration,
  },
  {
    name: "lastLoginEmail",
    purpose: cookiesWords.fillsInYourEmail,
    lasts: cookiesWords.halfAYear,
  },
  {
    name: "rememberSession",
    purpose: cookiesWords.remembersThatYouTickedRemember,
    lasts: cookiesWords.halfAYear,
  },
];
