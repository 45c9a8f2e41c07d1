export const callWords = {
  noAnswerInTime: "no answer in time",
  stoppedBeforeTheAnswer: "stopped before the answer",
  theEndpointWasBusy: "the endpoint was busy",
  theEndpointWasAway: "the endpoint could not be reached",
  theEndpointRefusedTheRequest: "the endpoint refused the request",
  theAnswerWasTooLong: "the answer was too long",
  theAnswerCouldNotBeUsed: "the answer could not be used",
  youHaveNotAgreedToIt: "you have not agreed to it",
  noneIsSetUp: "none is set up on this server",
  todaysCallsAreUsedUp: "today’s requests are used up",
  nothingItSaidCouldBeFound: "nothing it said could be traced to your own words",
};
