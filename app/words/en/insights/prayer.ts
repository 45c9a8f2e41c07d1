export const prayerWords = {
  godOfMyDays: "God of my days,",
  thankYouForThisWeek: "thank you for this week as it was.",
  iBringYouWhatWasHeavy: "I bring you what was heavy:",
  theWordIKeptIsStill: ({ word }: { word: string }) => `The word I kept is still with me: ${word}.`,
  amen: "Amen.",
};
