export const draftStatusWords = {
  savedAsDraft: ({ at }: { at: string }) => `Saved as draft ${at}`,
  changedElsewhere:
    "Not saved: this page was changed in another window. Press “Save draft” to see both texts.",
  keptOnDevice: "You are offline. Kept on this device, and sent when you are back.",
  notSavedYet: "Not saved yet. Your text is still here; please try “Save draft”.",
  savedAsDraftAt: ({ savedAt }: { savedAt: string }) => `Saved as draft ${savedAt}`,
};
