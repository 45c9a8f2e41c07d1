export const deletionSchemaWords = {
  typeTheWord: ({ deleteWord }: { deleteWord: string }) => `Please type the word “${deleteWord}”.`,
  chooseAFormat: "Please choose one of these.",
};
