export const verseChoiceWords = {
  orTickAVerse: "Or tick a verse",
  theVerseThatHoldsYou: "The verse that holds you",
  inMyOwnWordsAbove: "In my own words, above",
};
