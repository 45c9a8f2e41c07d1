export const deleteEntryWords = {
  pageTitle: "Delete for good · Still and Know",
  pleaseUseTheButton: "Please use the button on this page.",
  deletedForGood: "Deleted for good",
  deleteThisEntryForGood: "Delete this entry for good?",
  itsTextAndAllItsVersions:
    "Its text and all its versions are deleted. Nobody can bring them back, not even us.",
  deleteForGoodBusy: "Deleting…",
  deleteForGood: "Delete for good",
  keepItInTheTrash: "Keep it in the trash",
};
