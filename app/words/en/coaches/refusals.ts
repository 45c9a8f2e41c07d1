export const refusalsWords = {
  thisCoachBelongsToAnother: "This coach belongs to another plan",
  thisCoachBelongsToAnotherText: "What you wrote here stays yours: you can read it and delete it.",
  thisConversationHasEnded: "This conversation has ended",
  thisConversationHasEndedText: "You can begin another one. What you typed stands below.",
  thatIsEnoughForToday: "That is enough for today",
  thatIsEnoughForTodayText:
    "Tomorrow there is room again. What you typed stands below; your journal has no limit.",
  theEndpointHasChanged: "The endpoint has changed",
  theEndpointHasChangedText:
    "The operator of this server has chosen another one since. Please read the text again.",
  pleaseGiveAReference: "Please give a reference that exists, like John 15:4–8.",
};
