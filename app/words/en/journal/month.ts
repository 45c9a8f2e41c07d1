export const monthWords = {
  aMonth: "A month",
  pageTitle: ({ name }: { name: string }) => `${name} · Still and Know`,
  aMonthOfYourJournal: "A month of your journal",
  nothingIsWrittenFor: ({ name }: { name: string }) => `Nothing was written for ${name}.`,
  thisEntryCannotBeOpened: "This entry cannot be opened.",
  theRestOf: ({ name }: { name: string }) => `The rest of ${name}`,
  months: "Months",
  calendar: "Calendar",
};
