export const weekActionsWords = {
  aPrayerAfter: ({ weekStart }: { weekStart: string }) => `A prayer after ${weekStart}`,
};
