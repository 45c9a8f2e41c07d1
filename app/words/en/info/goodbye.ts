export const goodbyeWords = {
  pageTitle: "Go in peace · Still and Know",
  goInPeace: "Go in peace",
  youAreSignedOutEverywhere:
    "You are signed out everywhere, and in seven days your account and everything you have written will be deleted. A mail says the day.",
  ifYouChangeYourMind:
    "If you change your mind before that, or want to take your journal along, <login>sign in</login> as you always did.",
};
