export const dataWords = {
  takeYourJournalWithYou: "Take your journal with you",
  whatYourHistoryFound: "What you found in your history: <only/>. <data>Export everything instead</data>",
  yourWordsAreYours:
    "Your words are yours, on every plan. The file is not encrypted: please keep it somewhere safe.",
  as: "Format",
  currentPassword: "Current password",
  export: "Export",
  bringAJournalHere: "Import a journal",
  youSeeWhatWouldCome:
    "You see what will be imported before anything is kept. What is already in your journal stays as it is.",
  file: "File",
  fileHint: ({ uploadSizeInWords }: { uploadSizeInWords: string }) =>
    `The JSON file from here, alone or in a zip; a Day One zip; or Markdown with front matter, one file or many in a zip. At most ${uploadSizeInWords}.`,
  lookAtTheFileBusy: "Reading…",
  lookAtTheFile: "Look at the file",
  pageTitle: "Data · Still and Know",
  trash: "Trash",
  entriesThatYouDeleteStay: "Entries you delete stay in the <trash>trash</trash> for thirty days.",
};
