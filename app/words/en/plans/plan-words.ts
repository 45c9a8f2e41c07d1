export const planWords = {
  untilTheEndOf: ({ dayInWords }: { dayInWords: string }) => `until the end of ${dayInWords}`,
  byTheMonth: "monthly",
  byTheYear: "yearly",
  untilThen: ({ endsAt, tierLabels }: { endsAt: string; tierLabels: string }) =>
    ` ${endsAt}. After that you have the ${tierLabels}; nothing is charged for it.`,
  freePlan: ({ label }: { label: string }) => `You have the ${label}. It costs nothing and has no end date.`,
  planByKey: ({ label, end }: { label: string; end: string }) => `You have the ${label} from a key,${end}`,
  givenPlan: ({ label, end }: { label: string; end: string }) => `You have been given the ${label}${end}`,
  givenWithoutEnd: ({ label }: { label: string }) => `You have been given the ${label}, with no end date.`,
  paidPlan: ({ label, end }: { label: string; end: string }) => `You have the ${label}${end}`,
  switchedForTesting: ({ label }: { label: string }) =>
    `You have switched to the ${label} for testing. No one else is affected.`,
  cancelled: ({ label, cancelAt }: { label: string; cancelAt: string }) =>
    `${label}: cancelled. It lasts ${cancelAt}, and nothing more is charged.`,
  goesOnOn: ({ resumesAt }: { resumesAt: string }) => ` It resumes, and is charged again, on ${resumesAt}.`,
  paused: ({ label, pausedFrom, back }: { label: string; pausedFrom: string; back: string }) =>
    `${label}: paused. It stays active ${pausedFrom} and is then paused without charge.${back}`,
  lastPaymentFailed: ({ label }: { label: string }) =>
    `${label}: the last payment did not go through. Please check your card on the payment page; we will try again.`,
  renewsOn: ({ label, renewsAt }: { label: string; renewsAt: string }) =>
    `${label}. It renews on ${renewsAt}.`,
  youRedeemedTheKey: ({ mark }: { mark: string }) => `You redeemed the key that ends in ${mark}`,
  theNextPlanBegan: "The next plan began",
  theTimeOfYourKeyEnded: "The time from your key ended",
  givenByThoseWhoRun: "Granted by the operator of this server",
  takenBackByThoseWhoRun: "Withdrawn by the operator of this server",
  theTimeYouWereGivenEnded: "The time you were given ended",
  youBoughtAPlan: "You bought a plan",
  youChangedYourPaidPlan: "You changed your paid plan",
  youCancelledYourPaidPlan: "You cancelled your paid plan",
  youTookTheCancellationBack: "You undid the cancellation",
  youPausedYourPaidPlan: "You paused your paid plan",
  yourPaidPlanGoesOn: "Your paid plan resumed",
  yourPaidPlanRests: "Your paid plan was paused",
  yourPaidPlanEnded: "Your paid plan ended",
  youSwitchedForTesting: "You switched plans for testing",
  youSwitchedBackToYourOwn: "You switched back to your own plan",
};
