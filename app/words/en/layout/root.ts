export const rootWords = {
  stillAndKnow: "Still and Know",
  pageNotFound: "Page not found",
  thereIsNothingAtThisAddress:
    "There is nothing at this address. It may have moved, or it may not be yours to see.",
  thisDidNotWork: "This did not work",
  theRequestWasRefused: "The request was refused.",
  somethingWentWrong: "Something went wrong",
  temporaryIssue: "We're experiencing a temporary issue. Please refresh the page to continue.",
  refreshPage: "Refresh Page",
};
