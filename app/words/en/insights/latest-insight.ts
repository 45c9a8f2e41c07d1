export const latestInsightWords = {
  yourWeekLookedBackOn: "Your week, looked back on",
  lookBack: "Look back",
};
