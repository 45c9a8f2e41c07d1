export const landingActionsWords = {
  goToYourDashboard: "Go to your dashboard",
  createAnAccount: "Create an account",
  youHaveOneAlready:
    "Already have an account? <login>Sign in</login> · <demoDashboard>Look around first</demoDashboard>",
  whatPeopleAskBeforeTheyBegin: "What people ask before they begin",
};
