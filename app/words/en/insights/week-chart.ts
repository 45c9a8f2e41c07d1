export const weekChartWords = {
  morning: "Morning",
  evening: "Evening",
  freePages: "Free pages",
  wordsWrittenByDay: "Words written, by day",
  theSameAsATable: "The same as a table",
  day: "Day",
};
