export const rhythmStripWords = {
  whatIsThis: "What is this?",
  aDayWithAnEntry: "A day with an entry",
  aDayThatIsStillOpen: "A day that is still open",
  aDayOfRestOrPause: "A day of rest or pause",
  aDayWithoutAnEntry: "A day without an entry",
  signs: "Signs",
};
