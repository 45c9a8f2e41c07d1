export const trashWords = {
  pageTitle: "Trash · Still and Know",
  restored: "Restored",
  restoredText: "The entry is back in your history.",
  trash: "Trash",
  whatYouDeleteIsKept: ({ trashDays }: { trashDays: number }) =>
    `What you delete is kept for ${trashDays} days. Until then you can restore it; after that it is gone for good, with all its versions.`,
  theTrashIsEmpty: "The trash is empty.",
  thatWasAll: "No more entries.",
  restoreEntry: "Restore<hidden> <name/>, <day/></hidden>",
  deleteEntryForGood: "Delete for good<hidden>: <name/>, <day/></hidden>",
  pagesOfTheTrash: "Trash pages",
  history: "History",
  thrownAwayLast: "Deleted most recently",
  thrownAwayEarlier: "Deleted earlier",
};
