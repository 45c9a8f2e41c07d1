export const versionsWords = {
  pageTitle: "Versions · Still and Know",
  thisVersionCannotBeOpened: "This version cannot be opened.",
  pleaseUseTheButton: "Please use the button on this page.",
  theEntryWasChanged: "The entry was changed in the meantime",
  theEntryWasChangedText: "Nothing is lost. Look at its text once more, then choose the version you want.",
  thisVersionCountsAgain: "Earlier version restored",
  thisVersionCountsAgainText: "The text it replaced is kept as a version too.",
  earlierVersions: ({ name }: { name: string }) => `Earlier versions: ${name}`,
  theLastTenTexts: "The last ten texts of this entry. Reading them changes nothing.",
  thereIsOnlyTheText:
    "This entry has not been changed yet. Each time you change it, the earlier text is kept here.",
  savedOn: ({ savedAt }: { savedAt: string }) => `Saved on ${savedAt}`,
  takeThisVersionBack: "Restore this version",
  versionsTheLatestFirst: "Versions, latest first",
  shownAbove: "· shown above",
  backToTheEntry: "Back to the entry",
};
