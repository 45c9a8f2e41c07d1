export const promptWords = {
  pageTitle: "Edit a question · Still and Know",
  questionRemoved: "Question removed",
  questionSaved: "Question saved",
  inTheLibraryAlready: "This question is in the library already.",
  promptsAndPassages: "Prompts and passages",
  editAQuestion: "Edit a question",
  saveTheQuestion: "Save the question",
  remove: "Remove",
  removeIntro: "Nobody is asked it any more. Answers that were given to it stay.",
  removeThisQuestionBusy: "One moment…",
  removeThisQuestion: "Remove this question",
};
