export const resumeWords = {
  pageTitle: "What you wrote · Still and Know",
  whatYouWroteIsHere: "What you wrote is here",
  whatYouWroteIsHereIntro: "Your session had ended when you sent this. Send it again to save it.",
  sendItAgain: "Send it again",
  iDoNotNeedIt: "Discard it",
};
