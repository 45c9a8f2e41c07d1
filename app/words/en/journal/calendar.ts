export const calendarWords = {
  pageTitle: "Calendar · Still and Know",
  calendar: "Calendar",
  whatWasWrittenIn: ({ name }: { name: string }) => `What was written in ${name}`,
  history: "History",
  theWholeYear: "The whole year",
  readThisMonth: "Read this month",
};
