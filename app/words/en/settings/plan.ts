export const planWords = {
  pageTitle: "Your plan · Still and Know",
  youHaveThePlan: ({ tier }: { tier: string }) => `You now have the ${tier}`,
  thankYou: "Thank you",
  paymentIsOnItsWay:
    "We are waiting for the payment service to confirm your payment; your plan will appear here in a moment. <plan>Look again</plan>",
  seeThePlans: "See the plans",
  allPlansAndRedeemingAKey: "See all plans, or redeem a key",
};
