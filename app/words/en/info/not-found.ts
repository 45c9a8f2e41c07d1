export const notFoundWords = {
  pageTitle: "Page not found · Still and Know",
  pageNotFound: "Page not found",
  thereIsNothingAtThisAddress:
    "There is nothing at this address. It may have moved, or it may not be yours to see.",
  goToTheHomePage: "Go to the home page",
  tellUsWhatYouLookedFor: "Tell us what you were looking for",
};
