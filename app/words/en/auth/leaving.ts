export const leavingWords = {
  pageTitle: "Your account is being deleted · Still and Know",
  yourAccountStays: "Your account stays",
  yourAccountStaysText: "The deletion has been taken back. Everything is as it was.",
  yourAccountIsBeingDeleted: "Your account is being deleted",
  goneOnDay: ({ day }: { day: string }) =>
    `On ${day} it will be gone, with everything you have written. Until then you can take that back.`,
  keepMyAccountBusy: "One moment...",
  keepMyAccount: "Keep my account",
  signOutAndLetItGo: "Sign out, and let it go",
  takeYourJournalAlong: "Take your journal along",
  as: "As",
  currentPassword: "Current password",
  export: "Export",
};
