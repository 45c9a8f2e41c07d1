export const paidPlanWords = {
  oneMonth: "one month",
  twoMonths: "two months",
  threeMonths: "three months",
  yourPaidPlan: "Your paid plan",
  cardAndPayments: "Card and payments",
  keepMyPlan: "Keep my plan",
  goOnNow: "Resume now",
  wouldYouSayWhy: "Would you tell us why?",
  iWouldRatherNotSay: "I would rather not say",
  answersAreOnlyCounted: "Answers are only counted, never kept with your name.",
  cancelThePaidPlan: "Cancel the paid plan",
  pauseInstead: "Pause instead",
  whatAPauseIs:
    "You keep your plan until the end of the time you have paid for. It is then paused: nothing is charged, and you have the Free Plan, until it resumes automatically.",
  pauseFor: "Pause for",
  pause: "Pause",
};
