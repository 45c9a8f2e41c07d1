export const planMailWords = {
  yourPlan: "Your plan",
  yourRenewsOn: ({ label, day }: { label: string; day: string }) => `Your ${label} renews on ${day}`,
  yourRenewsOnAndThePaymentFor: ({ label, day }: { label: string; day: string }) =>
    `Your ${label} renews on ${day}, and the payment for the next period is taken then.`,
  ifYouWantToGoOn:
    "If you want to continue, you do not need to do anything. If not, you can cancel or pause on that page before that day; it takes one press of a button.",
  yourEndsOn: ({ label, day }: { label: string; day: string }) => `Your ${label} ends on ${day}`,
  theLastDayOfYourIs: ({ label, day, tierLabels }: { label: string; day: string; tierLabels: string }) =>
    `The last day of your ${label} is ${day}. After that you have the ${tierLabels}. Nothing is charged, and you do not need to do anything.`,
  everythingYouHaveWrittenStays:
    "Everything you have written stays yours, to read and to edit, whatever your plan.",
};
