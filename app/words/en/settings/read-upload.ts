export const readUploadWords = {
  itCannotBeRead: "it cannot be read",
  itIsNotTextInUtf: "it is not text in UTF-8",
  itIsDamaged: "it is damaged",
  itIsJsonOfAnotherKind: "it is JSON of another kind",
  itWasWrittenByANewer: "it was written by a newer version",
  withItsEarlierTexts: "with its earlier texts it is longer than we can take",
};
