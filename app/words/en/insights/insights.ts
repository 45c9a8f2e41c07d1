export const insightsWords = {
  pageTitle: "Insights · Still and Know",
  tooFewEntriesToSayAnything: ({ content }: { content: string }) =>
    `${content} Too few entries to say anything honest.`,
  beingWritten: "Being written.",
  notMadeYet: "Not made yet.",
  thankYou: "Thank you",
  deleted: "Deleted",
  insights: "Insights",
  onceAWeek: ({ ends }: { ends: string }) =>
    `Once a week, what you wrote, gathered in your own words. Your week ends on ${ends}; the next insight is made then.`,
  lastWeekNothingWasWritten: ({ quietWeek }: { quietWeek: string }) =>
    `Last week, ${quietWeek}, there was nothing to look back on. That is all right.`,
  earlierWeeks: "Earlier weeks",
  seasons: "Seasons",
  soFar: "· so far",
  howInsightsAreMadeForYou: "How insights are made for you",
};
