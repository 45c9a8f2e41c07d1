export const giveBackScreenWords = {
  tryAgain: "Try again",
  goBackToThePage: "Go back to the page",
};
