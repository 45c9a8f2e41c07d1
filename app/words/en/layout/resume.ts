export const resumeWords = {
  pageTitle: "What you wrote · Still and Know",
  whatYouWroteIsHere: "What you wrote is here",
  whatYouWroteIsHereIntro:
    "Your session had ended when you sent this. Please send it again, and it is saved.",
  sendItAgain: "Send it again",
  iDoNotNeedIt: "I do not need it any more",
};
