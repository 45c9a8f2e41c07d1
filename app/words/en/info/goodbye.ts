export const goodbyeWords = {
  pageTitle: "Go in peace · Still and Know",
  goInPeace: "Go in peace",
  youAreSignedOutEverywhere:
    "You are signed out everywhere, and in seven days your account and everything you have written will be deleted. We have sent you an email with the date.",
  ifYouChangeYourMind:
    "If you change your mind before then, or want to take your journal with you, <login>sign in</login> as you always did.",
};
