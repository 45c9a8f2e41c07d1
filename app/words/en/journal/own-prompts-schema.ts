export const ownPromptsSchemaWords = {
  pleaseWriteYourQuestion: "Please write your question.",
  pleaseKeepTheQuestion: ({ ownPrompt }: { ownPrompt: number }) =>
    `Please keep the question under ${ownPrompt} characters.`,
  yourOwnQuestionsRestForNow: "Your own questions are paused",
  yourOwnQuestionsRestForNowText:
    "Your own questions belong to the Growth Plan and the Formation Plan. None of them is lost.",
  thereIsNoRoomForMore: "There is no room for more",
  thereIsNoRoomForMoreText: "You already have a hundred questions of your own. Please remove one first.",
};
