export const readUploadWords = {
  itCannotBeRead: "it cannot be read",
  itIsNotTextInUtf: "it is not text in UTF-8",
  itIsDamaged: "it is damaged",
  itIsJsonOfAnotherKind: "it is JSON of another kind",
  itWasWrittenByANewer: "it was written by a newer version",
  withItsEarlierTexts: "together with its earlier versions it is too long for us to keep",
};
