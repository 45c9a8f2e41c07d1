export const fitEntryWords = {
  itHoldsNoWords: "it contains no words",
  itsDayHasNotComeYet: "its day has not come yet",
  itWasThrownAwayMore: "it was deleted more than thirty days ago",
};
