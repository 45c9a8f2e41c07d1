export const passageBeginningWords = {
  readInFullContext: "Read in full context",
  readAll: "Read all",
};
