export const trashWords = {
  pageTitle: "Trash · Still and Know",
  restored: "Restored",
  restoredText: "The entry is back in your history.",
  trash: "Trash",
  whatYouDeleteIsKept: ({ trashDays }: { trashDays: number }) =>
    `What you delete is kept for ${trashDays} days. Until then you can restore it; after that it is gone for good, with all its versions.`,
  theTrashIsEmpty: "The trash is empty.",
  thatWasAll: "That was all.",
  restoreEntry: "Restore<hidden> <name/>, <day/></hidden>",
  deleteEntryForGood: "Delete for good<hidden>: <name/>, <day/></hidden>",
  pagesOfTheTrash: "Pages of the trash",
  history: "History",
  thrownAwayLast: "Thrown away last",
  thrownAwayEarlier: "Thrown away earlier",
};
