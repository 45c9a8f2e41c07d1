export const seasonWords = {
  season: "Season",
  pageTitle: ({ name }: { name: string }) => `${name} · Still and Know`,
  tooFewEntriesToSayAnything: "Too few entries to say anything honest.",
  madeOfEntriesBySimpleRules: ({ entries }: { entries: number }) =>
    `Made from ${entries} entries by simple rules on this server, each time you open this page. Nothing is sent anywhere, and none of it is kept.`,
  allInsights: "All insights",
  days: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
  daysSoFar: ({ from, to }: { from: string; to: string }) => `${from} to ${to}, so far`,
};
