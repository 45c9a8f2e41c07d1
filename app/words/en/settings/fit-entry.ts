export const fitEntryWords = {
  itHoldsNoWords: "it holds no words",
  itsDayHasNotComeYet: "its day has not come yet",
  itWasThrownAwayMore: "it was thrown away more than thirty days ago",
};
