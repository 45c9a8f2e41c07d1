export const cookiesWords = {
  keepsYouSignedIn: "Keeps you signed in. A random number; everything else stays on the server.",
  untilYouLogOut: "Until you close the browser or log out; 30 days at most if you ticked “Remember me”",
  tiesTheFormsOfAPage:
    "Ties the forms of a page to your browser before you sign in, so that nobody else can send them in your name.",
  untilYouCloseTheBrowser: "Until you close the browser",
  holdsYourPlaceBetween: "Holds your place between the password and the code, if you use two-step sign-in.",
  opensWhatYouWrote:
    "Opens what you wrote when your session had ended before you sent it, once you have signed in again. Holds a random number.",
  saysThatSomebodyHasSigned:
    "Says that somebody has signed in from this browser before, so that strangers who try your account elsewhere cannot lock you out. Holds a random number and scrambled marks, no address.",
  keepsTheSecretOfALink:
    "Keeps the secret of a link from our mail out of your browser’s history while you use that link.",
  untilTheLinkIsUsed: "Until the link is used, 30 minutes at most",
  carriesOneShortMessage: "Carries one short message, such as “Login successful”, to the next page.",
  untilThatPageIsShown: "Until that page is shown",
  remembersWhichOfTwoVersions:
    "Remembers which of two versions of our front page you were shown, so that it stays the same, and a random number by which one visit is counted once. Nothing about you.",
  remembersThatYouAreLooking:
    "Remembers that you are looking at the demonstration, so that our front page leads back to it.",
  untilYouLeaveTheDemonstration: "Until you leave the demonstration or close the browser",
  fillsInYourEmail: "Fills in your email on the sign-in page, if you ticked “Remember me”.",
  halfAYear: "180 days, or until you sign in without the tick",
  remembersThatYouTickedRemember: "Remembers that you ticked “Remember me”.",
};
