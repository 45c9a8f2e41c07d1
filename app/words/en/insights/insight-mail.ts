export const insightMailWords = {
  yourWeekIsReady: "A look back on your week",
  yourWeeklyInsightHasBeenMade: "Your weekly insight is ready. It is waiting for you, and for no one else:",
  lookBackOnMyWeek: "Look back on my week",
  youAskedForThisMail: ({ unsubscribe }: { unsubscribe: string }) =>
    `You asked for this email in Insights. To stop it, open ${unsubscribe}`,
};
