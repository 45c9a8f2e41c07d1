export const callWords = {
  noAnswerInTime: "no answer in time",
  stoppedBeforeTheAnswer: "stopped before the answer",
  theEndpointWasBusy: "the endpoint was busy",
  theEndpointWasAway: "the endpoint was away",
  theEndpointRefusedTheRequest: "the endpoint refused the request",
  theAnswerWasTooLong: "the answer was too long",
  theAnswerCouldNotBeUsed: "the answer could not be used",
  youHaveNotAgreedToIt: "you have not agreed to it",
  noneIsSetUp: "none is set up on this server",
  todaysCallsAreUsedUp: "today’s calls are used up",
  nothingItSaidCouldBeFound: "nothing it said could be found in your own words",
};
