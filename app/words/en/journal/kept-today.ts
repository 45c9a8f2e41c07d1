export const keptTodayWords = {
  thisMorningsWord: "This morning’s word",
  whatYouWantedToDo: "What you wanted to do",
  thisMorningYouWanted: "This morning you wanted to be present to",
  keptThisMorning: "Kept this morning",
};
