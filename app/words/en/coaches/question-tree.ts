export const questionTreeWords = {
  youWrote: ({ back, question }: { back: string; question: string }) => `You wrote: “${back}.”

${question}`,
};
