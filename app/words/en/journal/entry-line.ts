export const entryLineWords = {
  thisEntryCannotBeOpened: "This entry cannot be opened.",
};
