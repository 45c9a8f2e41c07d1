export const planTableWords = {
  whatEachPlanHolds: "What each plan includes",
  inEveryPlan: "In every plan",
  yourPlan: "Your plan",
  included: "Included",
  notIncluded: "Not included",
};
