export const flowButtonsWords = {
  nextBusy: "Saving…",
  next: ({ name }: { name: string }) => `Next: ${name}`,
  finishBusy: "Keeping…",
  finish: "Finish",
  back: "Back",
  saveDraft: "Save draft",
  anotherQuestionLeftBusy: "Looking…",
  anotherQuestionLeft: ({ swapsLeft }: { swapsLeft: number }) => `Another question (${swapsLeft} left)`,
  allOnOnePage: "All on one page",
  oneMovementAtATime: "One movement at a time",
  anotherWayToLook: "Another way to look at this day",
  shownNow: ({ name }: { name: string }) => `${name}, shown now`,
};
