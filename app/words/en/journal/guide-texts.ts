export const guideTextsWords = {
  psalm4610: "Psalm 46:10",
};
