export const insightMailWords = {
  yourWeekIsReady: "Your week is ready to be looked back on",
  yourWeeklyInsightHasBeenMade: "Your weekly insight has been made. It waits for you, and for nobody else:",
  lookBackOnMyWeek: "Look back on my week",
  youAskedForThisMail: ({ unsubscribe }: { unsubscribe: string }) =>
    `You asked for this mail under Insights. To stop it, open ${unsubscribe}`,
};
