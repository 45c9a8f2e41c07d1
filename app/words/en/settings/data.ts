export const dataWords = {
  takeYourJournalWithYou: "Take your journal with you",
  whatYourHistoryFound: "What your history found: <only/>. <data>Export everything instead</data>",
  yourWordsAreYours:
    "Your words are yours, on every plan. The file is not encrypted: please keep it somewhere safe.",
  as: "As",
  currentPassword: "Current password",
  export: "Export",
  bringAJournalHere: "Bring a journal here",
  youSeeWhatWouldCome:
    "You see what would come before anything is kept. What is in your journal already stays as it is.",
  file: "File",
  fileHint: ({ uploadSizeInWords }: { uploadSizeInWords: string }) =>
    `The JSON file from here, alone or in a zip; a Day One zip; or Markdown with front matter, one file or many in a zip. At most ${uploadSizeInWords}.`,
  lookAtTheFileBusy: "Reading...",
  lookAtTheFile: "Look at the file",
  pageTitle: "Data · Still and Know",
  trash: "Trash",
  entriesThatYouDeleteStay: "Entries that you delete stay in the <trash>trash</trash> for thirty days.",
};
