export const cancelReasonsWords = {
  itCostsTooMuchForMe: "It costs too much for me",
  iDoNotUseItEnough: "I do not use it enough",
  somethingINeedIsMissing: "Something I need is missing",
  somethingDoesNotWork: "Something does not work",
  iPrayInAnotherWayNow: "I pray differently now",
  iWantedToTryIt: "I wanted to try it",
};
