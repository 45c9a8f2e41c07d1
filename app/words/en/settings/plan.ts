export const planWords = {
  pageTitle: "Your plan · Still and Know",
  youHaveThePlan: ({ tier }: { tier: string }) => `You have the ${tier} now`,
  thankYou: "Thank you",
  paymentIsOnItsWay:
    "The payment service is telling us of your payment; the plan appears here in a moment. <plan>Look again</plan>",
  seeThePlans: "See the plans",
  allPlansAndRedeemingAKey: "All plans, and redeeming a key",
};
