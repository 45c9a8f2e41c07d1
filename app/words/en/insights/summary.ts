export const summaryWords = {
  nothingWasWritten: "Nothing was written.",
  whatCameBack: ({ names }: { names: string }) => `What came back: ${names}.`,
  aWordThatStayed: ({ word }: { word: string }) => `A word that stayed: “${word}”.`,
};
