export const refusalsWords = {
  thisCoachBelongsToAnother: "This coach belongs to another plan",
  thisCoachBelongsToAnotherText: "What you wrote here stays yours: you can read it and delete it.",
  thisConversationHasEnded: "This conversation has ended",
  thisConversationHasEndedText: "You can begin another one. What you typed is below.",
  thatIsEnoughForToday: "That is enough for today",
  thatIsEnoughForTodayText: "You can continue tomorrow. What you typed is below; your journal has no limit.",
  theEndpointHasChanged: "The endpoint has changed",
  theEndpointHasChangedText:
    "The operator of this server has since chosen another one. Please read the text again.",
  pleaseGiveAReference: "Please enter a reference that exists, such as John 15:4–8.",
};
