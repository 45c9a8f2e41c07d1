export const translationWords = {
  worldEnglishBible: "World English Bible",
  kingJamesVersion: "King James Version",
};
