export const paidPlanWords = {
  oneMonth: "one month",
  twoMonths: "two months",
  threeMonths: "three months",
  yourPaidPlan: "Your paid plan",
  cardAndPayments: "Card and payments",
  keepMyPlan: "Keep my plan",
  goOnNow: "Go on now",
  wouldYouSayWhy: "Would you say why?",
  iWouldRatherNotSay: "I would rather not say",
  answersAreOnlyCounted: "Answers are only counted, never kept with your name.",
  cancelThePaidPlan: "Cancel the paid plan",
  pauseInstead: "Pause instead",
  whatAPauseIs:
    "You keep your plan to the end of the time you have paid for. Then it rests: nothing is charged, and you have the Free Plan, until it goes on by itself.",
  pauseFor: "Pause for",
  pause: "Pause",
};
