export const tiersWords = {
  freePlan: "Free Plan",
  growthPlan: "Growth Plan",
  formationPlan: "Formation Plan",
};
