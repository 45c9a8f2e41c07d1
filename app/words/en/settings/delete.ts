export const deleteWords = {
  pageTitle: "Delete account · Still and Know",
  yourPlanCouldNotBeCancelled: "Your plan could not be cancelled just now",
  yourPlanCouldNotBeCancelledText:
    "The payment service is not answering, and we delete nothing until it is certain that nothing more is charged. Please try again in a few minutes.",
  deleteAccount: "Delete account",
  wouldYouLikeToTake:
    "Would you like to take your journal with you first? You can <data>export everything</data> in a minute, and import it again another day.",
  whatHappens: "What happens:",
  atOnce: "You are signed out everywhere at once, and nothing more is sent to you.",
  yourPlanIsCancelled: "A plan you pay for is cancelled first; nothing more is charged.",
  forSevenDays:
    "For seven days you can change your mind: signing in leads to a page where you can undo this, or export your journal.",
  afterThat:
    "Then the key to your journal is destroyed, and with it everything of yours here. After that it is gone for good; not even we can bring it back.",
  currentPassword: "Current password",
  typeTheWord: ({ deleteWord }: { deleteWord: string }) => `Type the word “${deleteWord}”`,
  deleteMyAccount: "Delete my account",
};
