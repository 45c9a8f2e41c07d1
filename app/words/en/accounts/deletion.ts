export const deletionWords = {
  thisAccountIsBeingDeleted:
    "This account is being deleted. Sign in on the website to take that back or to export your journal.",
  yourAccountStays: "Your account stays",
  theDeletionIsTakenBack:
    "The deletion of your Still and Know account has been taken back. Everything is as it was.",
  signIn: "Sign in",
  ifYouDidNotTakeItBack: "If it was not you who took it back, please choose a new password.",
  yourAccountIsBeingDeleted: "Your account is being deleted",
  asYouAsked: ({ day }: { day: string }) =>
    `As you asked, your Still and Know account and everything in it will be deleted on ${day}. Every session has been ended.`,
  untilThen: "Until then you can sign in to take it back, or to take your journal along:",
  afterThatDay:
    "After that day nobody can bring it back, and we cannot either. If it was not you who asked, sign in, take it back, and choose a new password.",
};
