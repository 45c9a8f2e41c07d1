export const chapterTextWords = {
  chapter: ({ chapter }: { chapter: number }) => `Chapter ${chapter}`,
};
