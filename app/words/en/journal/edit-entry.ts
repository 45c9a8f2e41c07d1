export const editEntryWords = {
  edit: ({ title }: { title: string }) => `Edit: ${title}`,
  whatIsSavedNow: "What is saved now",
  saveBusy: "Saving…",
  save: "Save",
  cancel: "Cancel",
  pageTitle: "Edit · Still and Know",
};
