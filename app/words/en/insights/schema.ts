export const schemaWords = {
  pleaseUseOneOfTheButtons: "Please use one of the buttons on this page.",
  writeAFewWordsFirst: "Write a few words first.",
  pleaseKeepThisUnderCharacters: ({ answer }: { answer: string }) =>
    `Please keep this under ${answer} characters.`,
};
