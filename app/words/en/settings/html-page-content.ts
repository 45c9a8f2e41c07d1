export const htmlPageContentWords = {
  myJournal: "My journal",
  fromStillAndKnow: "From Still and Know",
  thereIsNothingHereYet: "There is nothing here yet.",
  entriesThatCouldNotBeOpened: "Entries that could not be opened:",
};
