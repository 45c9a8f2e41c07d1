export const heldPostWords = {
  pleaseSignInAgain: "Please sign in again",
  signInElsewhere:
    "Your session has ended, and we could not keep this text for you. Sign in in another tab, then send it from here.",
};
