export const cookiesWords = {
  pageTitle: "Cookie Policy",
  pageDescription: "Every cookie we set, what it is for and how long it lasts. None is for tracking.",
  aFewSmallCookies: "A few small cookies, all of them our own. None follows you, here or anywhere else.",
  overASecureConnection:
    "Over a secure connection the names begin with <code>__Host-</code>, which ties them to this very address. No script can read any of them.",
  whyThereIsNoBanner: "Why there is no banner",
  becauseThereIsNothingToAsk:
    "Because there is nothing to ask. These cookies are needed for what you came to do, such as signing in. There are no cookies for advertising or statistics, and none from any third party.",
  ifYouRefuseThem: "If you refuse them",
  youCanReadAllPublicPages:
    "You can read all public pages without cookies. Signing in needs them. You can delete them in your browser at any time; you are then signed out, and nothing you have written is lost.",
};
