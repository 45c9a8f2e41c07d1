export const freeWords = {
  aFreePage: "A free page",
  saved: ({ savedAt }: { savedAt: string }) => `Saved ${savedAt}`,
  day: "Day",
  finishBusy: "Keeping…",
  finish: "Finish",
  saveDraftBusy: "Saving…",
  saveDraft: "Save draft",
  otherPagesToWrite: "Write something else",
  morningReflection: "Morning reflection",
  eveningReflection: "Evening reflection",
  history: "History",
  pageTitle: "A free page · Still and Know",
};
