export const deleteWords = {
  pageTitle: "Delete account · Still and Know",
  yourPlanCouldNotBeCancelled: "Your plan could not be cancelled just now",
  yourPlanCouldNotBeCancelledText:
    "The payment service does not answer, and we delete nothing before it is certain that nothing more is charged. Please try again in a few minutes.",
  deleteAccount: "Delete account",
  wouldYouLikeToTake:
    "Would you like to take your journal along first? You can <data>export everything</data> in a minute, and bring it back another day.",
  whatHappens: "What happens:",
  atOnce: "At once, you are signed out everywhere, and nothing is sent to you any more.",
  yourPlanIsCancelled: "A plan that you pay for is cancelled first; nothing more is charged.",
  forSevenDays:
    "For seven days you can change your mind: signing in leads to a page on which you can take it back, or take your journal along.",
  afterThat:
    "After that the key of your journal is destroyed, and with it everything that belongs to you here. Nobody can bring it back, and we cannot either.",
  currentPassword: "Current password",
  typeTheWord: ({ deleteWord }: { deleteWord: string }) => `Type the word “${deleteWord}”`,
  deleteMyAccount: "Delete my account",
};
