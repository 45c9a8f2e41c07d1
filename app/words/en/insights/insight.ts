export const insightWords = {
  true: "True",
  notQuite: "Not quite",
  wrong: "Wrong",
};
