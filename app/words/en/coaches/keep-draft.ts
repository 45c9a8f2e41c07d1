export const keepDraftWords = {
  aLetterDrafted: "A draft of a letter",
  aPrayerDrafted: "A draft of a prayer",
};
