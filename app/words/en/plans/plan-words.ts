export const planWords = {
  untilTheEndOf: ({ dayInWords }: { dayInWords: string }) => `until the end of ${dayInWords}`,
  byTheMonth: "by the month",
  byTheYear: "by the year",
  untilThen: ({ endsAt, tierLabels }: { endsAt: string; tierLabels: string }) =>
    ` ${endsAt}. After it you have the ${tierLabels}; nothing is charged for that.`,
  freePlan: ({ label }: { label: string }) => `You have the ${label}. It costs nothing and has no end.`,
  planByKey: ({ label, end }: { label: string; end: string }) => `You have the ${label} by a key,${end}`,
  givenPlan: ({ label, end }: { label: string; end: string }) => `You have been given the ${label}${end}`,
  givenWithoutEnd: ({ label }: { label: string }) => `You have been given the ${label}, without an end.`,
  paidPlan: ({ label, end }: { label: string; end: string }) => `You have the ${label}${end}`,
  switchedForTesting: ({ label }: { label: string }) =>
    `You have switched to the ${label} for testing. Nobody else is affected.`,
  cancelled: ({ label, cancelAt }: { label: string; cancelAt: string }) =>
    `${label}: cancelled. It lasts ${cancelAt}, and nothing more is charged.`,
  goesOnOn: ({ resumesAt }: { resumesAt: string }) => ` It goes on, and is charged again, on ${resumesAt}.`,
  paused: ({ label, pausedFrom, back }: { label: string; pausedFrom: string; back: string }) =>
    `${label}: paused. It lasts ${pausedFrom} and then rests; nothing is charged meanwhile.${back}`,
  lastPaymentFailed: ({ label }: { label: string }) =>
    `${label}: the last payment did not go through. Please look at your card on the payment page; it is tried again.`,
  renewsOn: ({ label, renewsAt }: { label: string; renewsAt: string }) =>
    `${label}. It renews on ${renewsAt}.`,
  youRedeemedTheKey: ({ mark }: { mark: string }) => `You redeemed the key that ends in ${mark}`,
  theNextPlanBegan: "The next plan began",
  theTimeOfYourKeyEnded: "The time of your key ended",
  givenByThoseWhoRun: "Given by those who run this server",
  takenBackByThoseWhoRun: "Taken back by those who run this server",
  theTimeYouWereGivenEnded: "The time you were given ended",
  youBoughtAPlan: "You bought a plan",
  youChangedYourPaidPlan: "You changed your paid plan",
  youCancelledYourPaidPlan: "You cancelled your paid plan",
  youTookTheCancellationBack: "You took the cancellation back",
  youPausedYourPaidPlan: "You paused your paid plan",
  yourPaidPlanGoesOn: "Your paid plan goes on",
  yourPaidPlanRests: "Your paid plan rests",
  yourPaidPlanEnded: "Your paid plan ended",
  youSwitchedForTesting: "You switched for testing",
  youSwitchedBackToYourOwn: "You switched back to your own plan",
};
