export const passageTextWords = {
  readInFullContext: "Read in full context",
};
