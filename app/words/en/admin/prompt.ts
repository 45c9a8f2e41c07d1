export const promptWords = {
  pageTitle: "Edit a question · Still and Know",
  questionRemoved: "Question removed",
  questionSaved: "Question saved",
  inTheLibraryAlready: "This question is already in the library.",
  promptsAndPassages: "Prompts and passages",
  editAQuestion: "Edit a question",
  saveTheQuestion: "Save the question",
  remove: "Remove",
  removeIntro: "It will no longer be asked. Answers already given to it stay.",
  removeThisQuestionBusy: "One moment…",
  removeThisQuestion: "Remove this question",
};
