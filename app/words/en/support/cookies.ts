export const cookiesWords = {
  keepsYouSignedIn: "Keeps you signed in. A random number; everything else stays on the server.",
  untilYouLogOut: "Until you close the browser or sign out; at most 30 days if you ticked “Remember me”",
  tiesTheFormsOfAPage:
    "Ties the forms on a page to your browser before you sign in, so that no one else can send them in your name.",
  untilYouCloseTheBrowser: "Until you close the browser",
  holdsYourPlaceBetween: "Holds your place between the password and the code, if you use two-step sign-in.",
  opensWhatYouWrote:
    "Opens what you wrote if your session ended before you sent it, once you have signed in again. Holds a random number.",
  saysThatSomebodyHasSigned:
    "Remembers that someone has signed in from this browser before, so that strangers who try your account elsewhere cannot lock you out. Holds a random number and scrambled marks, no address.",
  keepsTheSecretOfALink:
    "Keeps the secret of a link in our email out of your browser’s history while you use that link.",
  untilTheLinkIsUsed: "Until the link is used; at most 30 minutes",
  carriesOneShortMessage: "Carries one short message, such as “Login successful”, to the next page.",
  untilThatPageIsShown: "Until that page is shown",
  remembersWhichOfTwoVersions:
    "Remembers which of two versions of our front page you were shown, so that it stays the same, and a random number so that one visit is counted once. Nothing about you.",
  remembersThatYouAreLooking:
    "Remembers that you are looking at the demo, so that our front page leads back to it.",
  untilYouLeaveTheDemonstration: "Until you leave the demo or close the browser",
  fillsInYourEmail: "Fills in your email on the sign-in page, if you ticked “Remember me”.",
  halfAYear: "180 days, or until you sign in without the tick",
  remembersThatYouTickedRemember: "Remembers that you ticked “Remember me”.",
};
