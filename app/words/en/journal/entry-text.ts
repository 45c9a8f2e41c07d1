export const entryTextWords = {
  mood: ({ mood }: { mood: string }) => `Mood: ${mood}`,
  tags: "Tags",
};
