export const settingsInFileWords = {
  aTag: "a tag",
};
