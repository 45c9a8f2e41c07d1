export const planSwitcherWords = {
  planSwitcher: "Plan Switcher",
  changesYourOwnAccountOnly:
    "Changes only your own account, for testing, and overrides any other plan you have.",
  now: "(now)",
  myOwnPlan: "My own plan",
};
