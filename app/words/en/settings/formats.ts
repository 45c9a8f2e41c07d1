export const formatsWords = {
  jsonEverything: "JSON, everything",
  jsonEverythingText:
    "One file with everything, earlier versions and settings included. This is the one to keep, and to import here again.",
  markdown: "Markdown",
  markdownText:
    "A zip with one text file for each entry, in a folder for each year. Obsidian and many others open it.",
  webPage: "Web page",
  webPageText: "One page to read and to print. It needs nothing else.",
  dayOne: "Day One",
  dayOneText: "A zip that the Day One app can import.",
  tableOfDates: "Table of dates",
  tableOfDatesText:
    "A table without your words: day, time of day, kind and number of words, for a spreadsheet.",
};
