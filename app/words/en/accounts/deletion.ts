export const deletionWords = {
  thisAccountIsBeingDeleted:
    "This account is being deleted. Sign in on the website to undo that or to export your journal.",
  yourAccountStays: "Your account will not be deleted",
  theDeletionIsTakenBack:
    "The deletion of your Still and Know account has been cancelled. Everything is as it was.",
  signIn: "Sign in",
  ifYouDidNotTakeItBack: "If you did not cancel it, please choose a new password.",
  yourAccountIsBeingDeleted: "Your account is being deleted",
  asYouAsked: ({ day }: { day: string }) =>
    `As you asked, your Still and Know account and everything in it will be deleted on ${day}. You have been signed out everywhere.`,
  untilThen: "Until then you can sign in to undo this, or to export your journal:",
  afterThatDay:
    "After that it is gone for good; not even we can bring it back. If you did not ask for this, sign in, undo it, and choose a new password.",
};
