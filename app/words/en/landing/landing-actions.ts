export const landingActionsWords = {
  goToYourDashboard: "Go to your dashboard",
  createAnAccount: "Create an account",
  youHaveOneAlready:
    "You have one already? <login>Sign in</login> · <demoDashboard>Look around first</demoDashboard>",
  whatPeopleAskBeforeTheyBegin: "What people ask before they begin",
};
