export const leavingWords = {
  pageTitle: "Your account is being deleted · Still and Know",
  yourAccountStays: "Your account will not be deleted",
  yourAccountStaysText: "The deletion has been cancelled. Everything is as it was.",
  yourAccountIsBeingDeleted: "Your account is being deleted",
  goneOnDay: ({ day }: { day: string }) =>
    `On ${day} it will be gone, with everything you have written. Until then you can undo this.`,
  keepMyAccountBusy: "One moment…",
  keepMyAccount: "Keep my account",
  signOutAndLetItGo: "Sign out and let it be deleted",
  takeYourJournalAlong: "Take your journal with you",
  as: "Format",
  currentPassword: "Current password",
  export: "Export",
};
