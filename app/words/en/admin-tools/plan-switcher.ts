export const planSwitcherWords = {
  planSwitcher: "Plan Switcher",
  changesYourOwnAccountOnly:
    "Changes your own account only, for testing, and counts before everything else you hold.",
  now: "(now)",
  myOwnPlan: "My own plan",
};
