export const keepDraftWords = {
  aLetterDrafted: "A letter, drafted",
  aPrayerDrafted: "A prayer, drafted",
};
