export const htmlPageWords = {
  mood: ({ mood }: { mood: string }) => `Mood: ${mood}`,
};
