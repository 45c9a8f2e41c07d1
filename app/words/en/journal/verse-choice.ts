export const verseChoiceWords = {
  orTickAVerse: "Or choose a verse",
  theVerseThatHoldsYou: "The verse that holds you",
  inMyOwnWordsAbove: "In my own words, above",
};
