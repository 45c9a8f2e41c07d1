export const careNoteWords = {
  forEveryOtherCountry: "For every other country: <helpDirectory/>.",
  inImmediateDanger: "In immediate danger",
};
